-- source: EMPLOYEE, the example database of InterBase 6 and Firebird (examples/empbuild): tables, domains, a view
-- licence: InterBase Public License 1.0 (structure; rows are made up here)
-- tables
create domain firstname as varchar(15);
create domain lastname as varchar(20);
create domain phonenumber as varchar(20);
create domain countryname as varchar(15);
create domain addressline as varchar(30);
create domain empno as smallint;
create domain deptno as char(3) check (value = '000' or (value > '0' and value <= '999') or value is null);
create domain projno as char(5) check (value = upper(value));
create domain custno as integer check (value > 1000);
create domain jobcode as varchar(5) check (value > '99999');
create domain jobgrade as smallint check (value between 0 and 6);
create domain salary as numeric(10,2) default 0 check (value > 0);
create domain budget as decimal(12,2) default 50000 check (value > 10000 and value <= 2000000);
create domain prodtype as varchar(12) default 'software' not null check (value in ('software', 'hardware', 'other', 'n/a'));
create domain ponumber as char(8) check (value starting with 'V');
create table country (country countryname not null primary key, currency varchar(10) not null);
create table job (job_code jobcode not null, job_grade jobgrade not null, job_country countryname not null, job_title varchar(25) not null, min_salary salary not null, max_salary salary not null, job_requirement blob sub_type text, language_req varchar(15) [1:5], primary key (job_code, job_grade, job_country), foreign key (job_country) references country (country), check (min_salary < max_salary));
create table department (dept_no deptno not null, department varchar(25) not null unique, head_dept deptno, mngr_no empno, budget budget, location varchar(15), phone_no phonenumber default '555-1234', primary key (dept_no), foreign key (head_dept) references department (dept_no));
create table employee (emp_no empno not null, first_name firstname not null, last_name lastname not null, phone_ext varchar(4), hire_date timestamp default 'now' not null, dept_no deptno not null, job_code jobcode not null, job_grade jobgrade not null, job_country countryname not null, salary salary not null, full_name computed by (last_name || ', ' || first_name), primary key (emp_no), foreign key (dept_no) references department (dept_no), foreign key (job_code, job_grade, job_country) references job (job_code, job_grade, job_country));
create index namex on employee (last_name, first_name);
alter table department add foreign key (mngr_no) references employee (emp_no);
create table project (proj_id projno not null, proj_name varchar(20) not null unique, proj_desc blob sub_type text, team_leader empno, product prodtype, primary key (proj_id), foreign key (team_leader) references employee (emp_no));
create unique index prodtypex on project (product, proj_name);
create table employee_project (emp_no empno not null, proj_id projno not null, primary key (emp_no, proj_id), foreign key (emp_no) references employee (emp_no), foreign key (proj_id) references project (proj_id));
create table proj_dept_budget (fiscal_year integer not null check (fiscal_year >= 1993), proj_id projno not null, dept_no deptno not null, quart_head_cnt integer [4], projected_budget budget, primary key (fiscal_year, proj_id, dept_no), foreign key (dept_no) references department (dept_no), foreign key (proj_id) references project (proj_id));
create table salary_history (emp_no empno not null, change_date timestamp default 'now' not null, updater_id varchar(20) not null, old_salary salary not null, percent_change double precision default 0 not null check (percent_change between -50 and 50), new_salary computed by (old_salary + old_salary * percent_change / 100), primary key (emp_no, change_date, updater_id), foreign key (emp_no) references employee (emp_no));
create descending index changex on salary_history (change_date);
create table customer (cust_no custno not null, customer varchar(25) not null, contact_first firstname, contact_last lastname, phone_no phonenumber, address_line1 addressline, address_line2 addressline, city varchar(25), state_province varchar(15), country countryname, postal_code varchar(12), on_hold char default null check (on_hold is null or on_hold = '*'), primary key (cust_no), foreign key (country) references country (country));
create index custnamex on customer (customer);
create table sales (po_number ponumber not null, cust_no custno not null, sales_rep empno, order_status varchar(7) default 'new' not null check (order_status in ('new', 'open', 'shipped', 'waiting')), order_date timestamp default 'now' not null, ship_date timestamp, date_needed timestamp, paid char default 'n' check (paid in ('y', 'n')), qty_ordered integer default 1 not null check (qty_ordered >= 1), total_value decimal(9,2) not null check (total_value >= 0), discount float default 0 not null check (discount >= 0 and discount <= 1), item_type prodtype, aged computed by (ship_date - order_date), primary key (po_number), foreign key (cust_no) references customer (cust_no), foreign key (sales_rep) references employee (emp_no));
create index needx on sales (date_needed);
create view phone_list as select e.emp_no, e.first_name, e.last_name, e.phone_ext, d.location, d.phone_no from employee e join department d on e.dept_no = d.dept_no;
-- rows
insert into country select 'Country ' || i, 'C' || i from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 14) select i from x);
insert into job (job_code, job_grade, job_country, job_title, min_salary, max_salary) select 'a' || i, 1, 'Country 1', 'Title ' || i, 100 + i, 9000 + i from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 20) select i from x);
insert into department (dept_no, department, budget, location) select 100 + i, 'Department ' || i, 20000 + i, 'City ' || i from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 20) select i from x);
insert into employee (emp_no, first_name, last_name, phone_ext, dept_no, job_code, job_grade, job_country, salary) select i, 'Ana' || i, 'Silva' || mod(i, 30), '' || i, 101 + mod(i, 20), 'a' || (1 + mod(i, 20)), 1, 'Country 1', 5000 + i from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 120) select i from x);
insert into project (proj_id, proj_name, team_leader, product) select 'P' || i, 'Project ' || i, i, 'software' from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 10) select i from x);
insert into employee_project select i, 'P' || (1 + mod(i, 10)) from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 100) select i from x);
insert into salary_history (emp_no, change_date, updater_id, old_salary, percent_change) select i, timestamp '1993-01-01 00:00:00' + i, 'admin2', 4000, 5 from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 120) select i from x);
insert into customer (cust_no, customer, contact_first, contact_last, phone_no, city, country) select 1000 + i, 'Customer and Sons ' || i, 'Maria', 'Souza' || i, '(11) 5555-' || i, 'Town', 'Country ' || (1 + mod(i, 14)) from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 100) select i from x);
insert into sales (po_number, cust_no, sales_rep, total_value) select 'V' || i, 1001 + mod(i, 100), 1 + mod(i, 120), 100 + i from (with recursive x as (select 1 i from rdb$database union all select i + 1 from x where i < 300) select i from x);
-- work
select first_name, last_name, phone_ext, salary from employee where last_name = 'Silva7';
select c.customer, s.po_number, s.total_value from customer c join sales s on s.cust_no = c.cust_no where c.cust_no = 1007 order by s.po_number;
select d.department, count(*), avg(e.salary) from department d join employee e on e.dept_no = d.dept_no group by d.department order by d.department;
select e.first_name, p.proj_name from employee e join employee_project ep on ep.emp_no = e.emp_no join project p on p.proj_id = ep.proj_id where p.proj_id = 'P3' order by e.emp_no;
select emp_no, location from phone_list where last_name = 'Silva7';
update customer set phone_no = '(11) 1', contact_last = 'Lima' where cust_no = 1009;
insert into salary_history (emp_no, change_date, updater_id, old_salary, percent_change) values (5, '2001-01-01 10:00:00', 'elaine', 4100, 3);
delete from sales where po_number = 'V12';
