-- source: TPC Benchmark H, revision 3, clause 1.4 (tables) and queries 1, 3, 6 and 12 simplified; dates and types as there
-- licence: the specification may be used to implement it; rows are made up here and not TPC's
-- tables
create table region (r_regionkey integer primary key, r_name char(25) not null, r_comment varchar(152));
create table nation (n_nationkey integer primary key, n_name char(25) not null, n_regionkey integer not null references region (r_regionkey), n_comment varchar(152));
create table part (p_partkey bigint primary key, p_name varchar(55) not null, p_mfgr char(25) not null, p_brand char(10) not null, p_type varchar(25) not null, p_size integer not null, p_container char(10) not null, p_retailprice decimal(15,2) not null, p_comment varchar(23) not null);
create table supplier (s_suppkey bigint primary key, s_name char(25) not null, s_address varchar(40) not null, s_nationkey integer not null references nation (n_nationkey), s_phone char(15) not null, s_acctbal decimal(15,2) not null, s_comment varchar(101) not null);
create table partsupp (ps_partkey bigint not null references part (p_partkey), ps_suppkey bigint not null references supplier (s_suppkey), ps_availqty integer not null, ps_supplycost decimal(15,2) not null, ps_comment varchar(199) not null, primary key (ps_partkey, ps_suppkey));
create table customer (c_custkey bigint primary key, c_name varchar(25) not null, c_address varchar(40) not null, c_nationkey integer not null references nation (n_nationkey), c_phone char(15) not null, c_acctbal decimal(15,2) not null, c_mktsegment char(10) not null, c_comment varchar(117) not null);
create table orders (o_orderkey bigint primary key, o_custkey bigint not null references customer (c_custkey), o_orderstatus char(1) not null, o_totalprice decimal(15,2) not null check (o_totalprice >= 0), o_orderdate date not null, o_orderpriority char(15) not null, o_clerk char(15) not null, o_shippriority integer not null default 0, o_comment varchar(79) not null);
create table lineitem (l_orderkey bigint not null references orders (o_orderkey), l_partkey bigint not null, l_suppkey bigint not null, l_linenumber integer not null, l_quantity decimal(15,2) not null, l_extendedprice decimal(15,2) not null, l_discount decimal(15,2) not null, l_tax decimal(15,2) not null, l_returnflag char(1) not null, l_linestatus char(1) not null, l_shipdate date not null, l_commitdate date not null, l_receiptdate date not null, l_shipinstruct char(25) not null, l_shipmode char(10) not null, l_comment varchar(44) not null, primary key (l_orderkey, l_linenumber), foreign key (l_partkey, l_suppkey) references partsupp (ps_partkey, ps_suppkey));
create table kept_types (id uuid primary key, shape struct(a integer, b varchar), tags varchar[], mood enum ('calm', 'loud'), huge hugeint, moment timestamptz, took interval, bits bit, note json);
create view revenue as select l_suppkey, sum(l_extendedprice) total from lineitem group by l_suppkey;
create index orders_date on orders (o_orderdate);
-- rows
insert into region select i, 'REGION ' || i, 'a comment' from range(5) t(i);
insert into nation select i, 'NATION ' || i, i % 5, null from range(25) t(i);
insert into part select i, 'almond azure ' || i, 'Manufacturer#' || i % 5, 'Brand#' || i % 25, 'STANDARD TIN', 1 + i % 50, 'SM CASE', 900 + i, 'quickly' from range(1, 201) t(i);
insert into supplier select i, 'Supplier#' || i, 'street ' || i, i % 25, '27-918-335-' || i, 100 + i, 'furiously' from range(1, 51) t(i);
insert into partsupp select i, 1 + i % 50, 100, 7.5, 'carefully final' from range(1, 201) t(i);
insert into customer select i, 'Customer#' || i, 'avenue ' || i, i % 25, '25-989-741-' || i, i, 'BUILDING', 'ironic' from range(1, 151) t(i);
insert into orders select i, 1 + i % 150, 'O', 100 + i, date '1995-01-01' + cast(i % 900 as integer), '5-LOW', 'Clerk#' || i, 0, 'special requests' from range(1, 401) t(i);
insert into lineitem select i, 1 + i % 200, 1 + (1 + i % 200) % 50, 1, 17, 21168.23, 0.04, 0.02, 'N', 'O', date '1996-03-13', date '1996-02-12', date '1996-03-22', 'DELIVER IN PERSON', 'TRUCK', 'egular' from range(1, 401) t(i);
analyze;
-- work
select l_returnflag, l_linestatus, sum(l_quantity), count(*) from lineitem where l_shipdate <= date '1998-09-02' group by l_returnflag, l_linestatus order by l_returnflag, l_linestatus;
select o.o_orderkey, o.o_orderdate, sum(l.l_extendedprice) from customer c join orders o on c.c_custkey = o.o_custkey join lineitem l on l.l_orderkey = o.o_orderkey where c.c_mktsegment = 'BUILDING' and o.o_orderdate < date '1995-03-15' group by o.o_orderkey, o.o_orderdate order by o.o_orderdate, o.o_orderkey limit 10;
select sum(l_extendedprice * l_discount) from lineitem where l_shipdate >= date '1994-01-01' and l_shipdate < date '1997-01-01' and l_quantity < 24;
select c_custkey, c_name, c_address, c_phone from customer where c_phone = '25-989-741-7';
select total from revenue where l_suppkey = 7;
update customer set c_address = 'a new street', c_phone = '25-000' where c_custkey = 9;
