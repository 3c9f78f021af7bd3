"""What becomes of the text of a statement: no literal, no comment, no secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.designing.design import Design, DesignedTable
from app.designing.design_writing import unmeasured_line, workload_text
from app.designing.inspecting import InspectionResult
from app.designing.proposing import propose
from app.designing.scripts import script_in
from engines.contract.structure import (
    ColumnFacts,
    CountedStatement,
    StatementCounts,
    StoredKind,
    TableFacts,
    TableName,
)
from workloads.own.model import LONGEST_DIFFERENCE, DrawnValue, RowDistribution

SECRET = "topsecret"


def column(name: str, kind: StoredKind = StoredKind.TEXT) -> ColumnFacts:
    return ColumnFacts(name, kind, kind.value, 40 if kind is StoredKind.TEXT else 0)


CUSTOMER = TableFacts(
    TableName("public", "customer"),
    100,
    (column("id", StoredKind.INTEGER), column("email"), column("FullName"), column("city")),
    ("id",),
)
ORDERS = TableFacts(
    TableName("sales", "Orders"),
    300,
    (
        column("id", StoredKind.INTEGER),
        column("customer_id", StoredKind.INTEGER),
        column("amount", StoredKind.INTEGER),
    ),
    ("id",),
)


def designed(*texts: str, engine: str = "postgresql"):  # type: ignore[no-untyped-def]
    counted = StatementCounts(tuple(CountedStatement(text, 10, 1.0) for text in texts))
    return propose(InspectionResult(engine, "shop", (CUSTOMER, ORDERS), counted))


@pytest.mark.parametrize(
    ("text", "written", "parameters"),
    [
        (
            "select id, email from customer where email = $1",
            "select id, email from customer where email = :email",
            {"email": "customer.email"},
        ),
        (
            'SELECT "FullName" FROM public.customer c WHERE c."FullName" like $1 LIMIT $2',
            "SELECT fullname FROM customer c WHERE c.fullname like :fullname LIMIT 10",
            {"fullname": "customer.fullname"},
        ),
        (
            'select o.id from sales."Orders" o where o.customer_id in ($1 /*, ... */)',
            "select o.id from orders o where o.customer_id in "
            "(:customer_id, :customer_id_2, :customer_id_3)",
            {
                "customer_id": "orders.customer_id",
                "customer_id_2": "orders.customer_id",
                "customer_id_3": "orders.customer_id",
            },
        ),
        (
            'update sales."Orders" set amount = amount + $1 where id = $2 -- ticket of Ana',
            "update orders set amount = amount + :amount where id = :id",
            {"amount": "orders.amount", "id": "orders.id"},
        ),
        (
            "insert into customer (email,city) values ($1,$2)",
            "insert into customer (email,city) values (:email, :city)",
            {"email": "customer.email", "city": "customer.city"},
        ),
        (
            "select count(*) from customer where lower(city) = lower('Recife')",
            "select count(*) from customer where lower(city) = lower(:city)",
            {"city": "customer.city"},
        ),
        (
            "select id from customer where id > 4711 order by 1",
            "select id from customer where id > :id order by 1",
            {"id": "customer.id"},
        ),
        (
            "select * from customer where city = $1",
            "SELECT id, email, fullname, city FROM customer WHERE city = :city",
            {"city": "customer.city"},
        ),
        (
            'select c.*, count(*) from customer c join sales."Orders" o on o.customer_id = c.id '
            "where c.id = $1 group by c.id",
            "SELECT c.id, c.email, c.fullname, c.city, COUNT(*) FROM customer AS c "
            "JOIN orders AS o ON o.customer_id = c.id WHERE c.id = :id GROUP BY c.id",
            {"id": "customer.id"},
        ),
        (
            "delete from customer where id = $1 and city = $2 and email = $1",
            "delete from customer where id = :id and city = :city and email = :id",
            {"id": "customer.id", "city": "customer.city"},
        ),
    ],
)
def test_that_values_become_parameters_of_their_columns(
    text: str, written: str, parameters: dict[str, str]
) -> None:
    made = designed(text)
    (statement,) = made.statements
    assert [" ".join(each.split()) for each in statement.sql] == [written]
    assert {name: drawn.column for name, drawn in statement.parameters.items()} == parameters
    assert made.unmeasured == ()


DIGESTS = {
    "SELECT `email` FROM `customer` WHERE `id` IN (...)": (
        "SELECT email FROM customer WHERE id IN (:id, :id_2, :id_3)"
    ),
    "INSERT INTO `customer` ( `email` , `city` ) VALUES (...) /* , ... */": (
        "INSERT INTO customer (email, city) VALUES (:email, :city)"
    ),
    "SELECT CAST ( `id` AS CHAR (?) ) , CONVERT ( `id` , DECIMAL (...) ) FROM `customer`": (
        "SELECT CAST(id AS CHAR(40)), CAST(id AS DECIMAL(18, 2)) FROM customer"
    ),
    "INSERT INTO `customer` VALUES (...)": (
        "INSERT INTO customer (id, email, fullname, city) VALUES (:id, :email, :fullname, :city)"
    ),
    "SELECT COUNT ( * ) FROM `customer` WHERE `city` = ?": (
        "SELECT COUNT(*) FROM customer WHERE city = :city"
    ),
    "SELECT `upper` ( `email` ) FROM `customer` WHERE ID = ?": (
        "SELECT UPPER(email) FROM customer WHERE id = :id"
    ),
    "SELECT ID FROM `customer` WHERE ( ID , `city` ) IN ( (...) /* , ... */ )": (
        "SELECT id FROM customer WHERE (id, city) IN "
        "((:id, :city), (:id_2, :city_2), (:id_3, :city_3))"
    ),
    "SELECT `c` . `id` FROM `customer` `c` JOIN `Orders` `o` ON `o` . `customer_id` = `c` . `id` "
    "WHERE `o` . `amount` BETWEEN ? AND ? LIMIT ?": (
        "SELECT `c`.id FROM customer AS `c` JOIN orders AS `o` ON `o`.customer_id = `c`.id "
        "WHERE `o`.amount BETWEEN :amount AND :amount_2 LIMIT 10"
    ),
    "SELECT * FROM `customer` JOIN `Orders` USING ( ID ) WHERE ID = ?": (
        "SELECT customer.id, customer.email, customer.fullname, customer.city, orders.id, "
        "orders.customer_id, orders.amount FROM customer JOIN orders ON customer.id = orders.id "
        "WHERE customer.id = :id"
    ),
    "SELECT DATE_SUB ( `seen` , INTERVAL ? SQL_TSI_DAY ) FROM `customer` WHERE `city` RLIKE ?": (
        "SELECT DATE_SUB(seen, INTERVAL '30' DAY) FROM customer WHERE city rlike '^a'"
    ),
    "INSERT INTO `customer` ( ID , `city` ) VALUES (...) ON DUPLICATE KEY UPDATE "
    "`city` = VALUES ( `city` )": (
        "INSERT INTO customer (id, city) VALUES (:id, :city) ON DUPLICATE KEY UPDATE "
        "city = VALUES(city)"
    ),
    "UPDATE `customer` SET `city` = `concat` ( `city` , ? ) WHERE ID = ?": (
        "UPDATE customer SET city = CONCAT(city, :city) WHERE id = :id"
    ),
    "SELECT SUBSTRING ( `city` , ?, ... ) FROM `customer` WHERE ID = ? LIMIT ?, ...": (
        "SELECT SUBSTRING(city, 1, 3) FROM customer WHERE id = :id LIMIT 10 OFFSET 0"
    ),
    "SELECT SQL_CALC_FOUND_ROWS `email` FROM `customer` FORCE INDEX ( `x` ) WHERE MATCH ( `city` ) "
    "AGAINST ( ? IN BOOLEAN MODE ) ORDER BY ? DESC": (
        "SELECT email FROM customer WHERE MATCH(city) AGAINST(:city IN BOOLEAN MODE) "
        "ORDER BY 1 DESC"
    ),
    "SELECT `customer_id` , SUM ( `amount` ) `total` FROM `Orders` GROUP BY `customer_id` "
    "HAVING `total` > ?": (
        "SELECT customer_id, SUM(amount) AS `total` FROM orders GROUP BY customer_id "
        "HAVING `total` > :amount"
    ),
    "SELECT `json_value` ( `city` , ? ) FROM `customer` WHERE `json_contains` ( `city` , ? , ? ) "
    "AND `json_search` ( `city` , ? , ? ) IS NOT NULL AND `json_length` ( `city` , ? ) > ?": (
        "SELECT JSON_VALUE(city, '$.a') FROM customer WHERE JSON_CONTAINS(city, '1', '$.a') "
        "AND NOT JSON_SEARCH(city, 'one', 'a') IS NULL AND JSON_LENGTH(city, '$.a') > 3"
    ),
    "SELECT EXISTS ( SELECT ? FROM `Orders` WHERE `Orders` . `id` = `customer` . `id` ) "
    "FROM `customer` GROUP BY `city` HAVING COUNT ( * ) > ?": (
        "SELECT EXISTS(SELECT 1 FROM orders WHERE orders.id = customer.id) FROM customer "
        "GROUP BY city HAVING COUNT(*) > 3"
    ),
}
"""What MariaDB and MySQL print of statements, and what they become."""


@pytest.mark.parametrize(("digest", "written"), DIGESTS.items())
def test_that_a_digest_is_turned_back_into_sql(digest: str, written: str) -> None:
    seen = replace(CUSTOMER, columns=(*CUSTOMER.columns, column("seen", StoredKind.DATE)))
    tables = (seen if "seen" in digest else CUSTOMER, ORDERS)
    counted = StatementCounts((CountedStatement(digest, 10, 1.0),), digests=True)
    made = propose(InspectionResult("mariadb", "shop", tables, counted))
    assert not made.unmeasured
    assert [each.sql for each in made.statements] == [(written,)]


@pytest.mark.parametrize(
    ("engine", "text", "known"),
    [
        (
            "mysql",
            "REPLACE INTO `customer` ( `id` , `email` ) VALUES (...)",
            ("replace", "replace INTO `customer` (`id`, `email`) VALUES (:p1)"),
        ),
        (
            "postgresql",
            "merge into customer c using orders o on c.id = o.id when matched then update "
            "set city = $1",
            (
                "merge",
                "merge into customer c using orders o on c.id = o.id when matched then update "
                "set city = :p1",
            ),
        ),
    ],
)
def test_that_rows_written_by_other_words_are_listed_with_their_text(
    engine: str, text: str, known: tuple[str, str]
) -> None:
    (unread,) = designed(text, engine=engine).unmeasured
    assert (unread.verb, unread.text) == known
    assert "customer" in unread.tables and str(unread.reason)


def test_that_arguments_that_the_server_has_cut_off_are_no_statement() -> None:
    made = designed("SELECT FIELD ( `city` , ... ) FROM `customer`", engine="mariadb")
    assert "cut off" in str(made.unmeasured[0].reason)


NORMALISED = {
    """select id from customer where "FullName" > now() - interval $1""": (
        "select id from customer where fullname > now() - interval '30 days'"
    ),
    "select id from customer where (id, city) in (($1, $2), ($3, $4))": (
        "select id from customer where (id, city) in ((:id, :city), (:id_2, :city_2))"
    ),
    "select id from customer where id = any($1) and city <> all($2::text[])": (
        "SELECT id FROM customer WHERE id IN (:id, :id_2, :id_3) "
        "AND NOT city IN (:city, :city_2, :city_3)"
    ),
    "select id from customer where email::text = $1::text": (
        "select id from customer where email::text = :email ::text"
    ),
    """insert into customer (id, "FullName") values ($1, $2) on conflict (id) do update set """
    """"FullName" = excluded."FullName" where customer.city = $3 returning "FullName\"""": (
        "insert into customer (id, fullname) values (:id, :fullname) on conflict (id) do update "
        "set fullname = excluded.fullname where customer.city = :city returning fullname"
    ),
    """with c as (select "FullName", city x from customer) select c."FullName", c.x from c """
    "where c.x = $1": (
        "with c as (select fullname, city x from customer) select c.fullname, c.x from c "
        "where c.x = :city"
    ),
    """select o.amount, rank() over (partition by o.customer_id order by o.amount) """
    """from sales."Orders" o where o.amount >= $1 and o.amount < $2 offset $3""": (
        "select o.amount, rank() over (partition by o.customer_id order by o.amount) "
        "from orders o where o.amount >= :amount and o.amount < :amount_2 offset 0"
    ),
    "select extract($1 from city), city ->> $2, date_trunc($3, city) from customer where id = $4": (
        "select extract(day from city), city ->> 'a', date_trunc('day', city) from customer "
        "where id = :id"
    ),
    "select city #> $1, city #>> $2 from customer where id = $3": (
        "select city #> '{a}', city #>> '{a}' from customer where id = :id"
    ),
    'with c as (select customer_id, sum(amount) "Sum" from sales."Orders" group by customer_id)'
    ' select * from c where "Sum" > $1': (
        """WITH c AS (SELECT customer_id, SUM(amount) AS "Sum" FROM orders GROUP BY customer_id) """
        """SELECT customer_id, "Sum" FROM c WHERE "Sum" > :amount"""
    ),
    "select x.id from (select id, row_number() over (partition by city) n from customer) x "
    "where x.n <= $1": (
        "select x.id from (select id, row_number() over (partition by city) n from customer) x "
        "where x.n <= 3"
    ),
    'select "customer"."id" from "public"."customer" where ("customer"."id" = $1 and $2=$3)': (
        "select customer.id from customer where (customer.id = :id and 1 = 1)"
    ),
    "select exists(select $1 from customer where city = $2)": (
        "select exists(select 1 from customer where city = :city)"
    ),
    'insert into customer (id, city) select customer_id, $1 from sales."Orders" where id = $2': (
        "insert into customer (id, city) select customer_id, :city from orders where id = :id"
    ),
    "select to_char(city, $1), city at time zone $2, date_part($3, city) from customer "
    "where to_tsvector($4, email) @@ plainto_tsquery($5, $6) and city like $7 escape $8": (
        "select to_char(city, 'YYYY-MM-DD'), city at time zone 'UTC', date_part('day', city) "
        "from customer where to_tsvector('simple', email) @@ plainto_tsquery('simple', 'a') "
        "and city like :city escape '|'"
    ),
    "select id from customer where (city, id) > ($1, $2) and id = any(array[$3 /*, ... */])": (
        "SELECT id FROM customer WHERE (city, id) > (:city, :id) AND id IN (:id_2, :id_3, :id_4)"
    ),
    "select id::varchar(20), cast(city as numeric(10, 2)) from customer where id = $1": (
        "select id::varchar(20), cast(city as numeric(10, 2)) from customer where id = :id"
    ),
    "insert into customer values ($1, $2)": (
        "INSERT INTO customer (id, email) VALUES (:id, :email)"
    ),
    """insert into customer select id, $1, $2 from sales."Orders" on conflict do nothing""": (
        "INSERT INTO customer (id, email, fullname) SELECT id, :email, :fullname FROM orders "
        "ON CONFLICT DO NOTHING"
    ),
    "select id from customer where id = any(array[$1,$2])": (
        "SELECT id FROM customer WHERE id IN (:id, :id_2)"
    ),
    "select sum(id) over (order by id rows between $1 preceding and current row) from customer": (
        "select sum(id) over (order by id rows between 3 preceding and current row) from customer"
    ),
    "select id from customer where email @> $1 and city > current_date - $2": (
        "select id from customer where email @> :email and city > current_date - 30"
    ),
}
"""What pg_stat_statements prints."""


@pytest.mark.parametrize(("text", "written"), NORMALISED.items())
def test_that_what_postgresql_counts_is_written_with_the_names_of_the_file(
    text: str, written: str
) -> None:
    made = designed(text)
    assert not made.unmeasured
    assert [" ".join(each.split()) for each in made.statements[0].sql] == [written]


def test_that_two_ends_of_a_range_are_drawn_with_its_width() -> None:
    made = designed("select id from customer where id between $1 and $2 and city >= $3")
    drawn = made.statements[0].parameters
    assert drawn["id_2"] == DrawnValue("customer.id", above="id", width=10)
    assert not drawn["id"].above
    assert not drawn["city"].above


@pytest.mark.parametrize(
    "text",
    [
        f"create role clerk password '{SECRET}'",
        f"do $$ begin perform '{SECRET}'; end $$",
        f"alter user clerk identified by '{SECRET}'",
        f"select '{SECRET}' /* {SECRET} */ from other where a = 1",
        f"/* {SECRET} */ copy customer from stdin",
        f"call pay('{SECRET}')",
        f"merge into customer using x on a = '{SECRET}' when matched then delete",
        f"set session secret.key = '{SECRET}'",
        f"select email from customer where email = E'{SECRET}'",
        f"select email from customer where email = $tag${SECRET}$tag$",
        f"select email from customer where city = '{SECRET}' and dblink('{SECRET}') = '{SECRET}'",
        f"select email, from customer where {SECRET}",
        f"with x as (select '{SECRET}' y) select y from x",
    ],
)
def test_that_no_secret_of_a_text_gets_into_a_design(text: str) -> None:
    made = designed(text, "select id from customer where id = $1")
    assert SECRET not in str(made)
    assert len(made.statements) == 1


def test_that_what_cannot_be_measured_is_listed_with_its_text_and_without_values() -> None:
    made = designed("select city /* Ana */ from customer tablesample system (1) where id = 4711")
    (unread,) = made.unmeasured
    assert (unread.verb, unread.tables) == ("select", ("customer",))
    assert "no column" in str(unread.reason)
    assert unread.text == "select city from customer tablesample system (:p1) where id = :p2"
    assert f"# - {unmeasured_line(unread)}\n#   {unread.text}" in workload_text(made)


_WEIGHED = "select setweight(to_tsvector($1, city), $2) from customer"
_WALK = (
    "with recursive tree (id, path) as (select id, array[id] from orders where id = $1 union all "
    "select o.id, path || o.id from tree join orders o on o.customer_id = tree.id) "
    "select id from tree"
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (_WEIGHED, "the function setweight is not allowed"),
        (_WALK, "“ARRAY(id)” is not allowed"),
        (_WEIGHED.replace("city", "hunter2"), "it names a column that no chosen table has"),
    ],
)
def test_that_a_reason_quotes_of_a_statement_what_is_shown_of_it(text: str, reason: str) -> None:
    """And nothing of one whose text is not kept: a name may be a password without its quotes."""
    (unread,) = designed(text).unmeasured
    assert str(unread.reason).startswith(reason) and "hunter2" not in str(unread.reason)
    assert bool(unread.text) == ("hunter2" not in text)


def test_that_what_is_the_same_of_several_columns_is_one_difference() -> None:
    columns = tuple(
        ColumnFacts(f"c{number}", StoredKind.INTEGER, "integer", default=True)
        for number in range(90)
    )
    key = ColumnFacts("id", StoredKind.INTEGER, "integer", nullable=False, auto_increment=True)
    wide = TableFacts(TableName("public", "wide"), 100, (key, *columns), key=("id",))
    shown = propose(InspectionResult("postgresql", "shop", (wide,))).differences
    assert {each.cells[1:] for each in shown} == {
        ("a default", "0", "new rows without a value get this one")
    }
    named_columns = [name for each in shown for name in each.place.split(", ")]
    assert named_columns == [f"wide.c{number}" for number in range(90)]
    assert len(shown) < 10 and all(len(each.place) <= LONGEST_DIFFERENCE for each in shown)


def test_that_a_hint_that_went_is_stated() -> None:
    made = designed("SELECT city FROM customer USE INDEX (x)", engine="mysql")
    assert [str(each) for each in made.statements[0].notes] == ["USE INDEX left out"]


def test_that_statements_over_other_tables_are_not_listed() -> None:
    made = designed("select a from elsewhere where b = $1")
    assert made.unmeasured == ()
    assert made.why_no_statements


def test_that_weights_say_how_often_statements_ran_and_shares_for_how_long() -> None:
    counted = StatementCounts(
        (
            CountedStatement("select id from customer where id = $1", 900, 3.0),
            CountedStatement("select city from customer where id = $1", 100, 1.0),
        ),
        others=4.0,
    )
    made = propose(InspectionResult("postgresql", "shop", (CUSTOMER,), counted))
    assert [(each.weight, each.share) for each in made.statements] == [(90, 0.375), (10, 0.125)]
    assert len({each.name for each in made.statements}) == 2


_E_MAILS = TableFacts(
    TableName("public", "Order"),
    10,
    (column("id", StoredKind.INTEGER), column("E_Mail"), column("e_mail"), column("n" * 63)),
    ("id",),
)
_LESS = TableFacts(
    TableName("public", "order"), 10, (column("e_mail"), column("id", StoredKind.INTEGER)), ("id",)
)
_CAPITALS = TableFacts(
    TableName("", "MAILS"), 10, (column("e_mail"), column("E_MAIL"), column("Id")), ("Id",)
)


@pytest.mark.parametrize(
    ("engine", "text", "written"),
    [
        (
            "postgresql",
            'select "E_Mail", e_mail from "Order" where e_mail = $1 and "E_Mail" = $2',
            "select e_mail, e_mail_2 from order_ where e_mail_2 = :e_mail_2 and e_mail = :e_mail",
        ),
        (
            "postgresql",
            'select o."E_Mail" from "order" l join public."Order" o on o.e_mail = l.E_Mail',
            "select o.e_mail from order__2 l join order_ o on o.e_mail_2 = l.e_mail",
        ),
        (
            "postgresql",
            'insert into "Order" ("E_Mail", e_mail) values ($1, $2) on conflict ("E_Mail") '
            'do update set "E_Mail" = excluded.e_mail returning E_MAIL',
            "insert into order_ (e_mail, e_mail_2) values (:e_mail, :e_mail_2) "
            "on conflict (e_mail) do update set e_mail = excluded.e_mail_2 returning e_mail_2",
        ),
        (
            "postgresql",
            'with c as (select "E_Mail" from "Order") select "E_Mail" from c where "E_Mail" = $1',
            "with c as (select e_mail from order_) select e_mail from c where e_mail = :e_mail",
        ),
        (
            "postgresql",
            'select * from "Order" join "order" using (e_mail)',
            f"SELECT order_.id, order_.e_mail, order_.e_mail_2, order_.{'n' * 30}, "
            "order__2.e_mail, order__2.id FROM order_ JOIN order__2 "
            "ON order_.e_mail_2 = order__2.e_mail",
        ),
        (
            "postgresql",
            f'select id from "Order" where {"n" * 70} = $1',
            f"select id from order_ where {'n' * 30} = :{'n' * 30}",
        ),
        (
            "firebird",
            'select E_Mail, "e_mail" from mails where "Id" = ?',
            "select e_mail_2, e_mail from mails where id = :id",
        ),
        (
            "mysql",
            "select `E_MAIL` from `order` where `ID` = ?",
            "SELECT e_mail FROM order__2 WHERE id = :id",
        ),
    ],
)
def test_that_names_that_differ_in_capitals_alone_are_two_where_the_server_has_two(
    engine: str, text: str, written: str
) -> None:
    tables = (_CAPITALS,) if engine == "firebird" else (_E_MAILS, _LESS)
    counted = StatementCounts((CountedStatement(text, 10, 1.0),), digests=engine == "mysql")
    made = propose(InspectionResult(engine, "shop", tables, counted))
    assert not made.unmeasured
    assert [" ".join(each.split()) for each in made.statements[0].sql] == [written]


def test_that_a_statement_that_is_left_out_is_listed_under_its_own_table() -> None:
    text = 'select id from "Order" tablesample system (1) where id = $1'
    for name, table in (('"Order"', "order_"), ('"order"', "order__2")):
        counted = StatementCounts((CountedStatement(text.replace('"Order"', name), 10, 1.0),))
        made = propose(InspectionResult("postgresql", "shop", (_E_MAILS, _LESS), counted))
        assert [each.tables for each in made.unmeasured] == [(table,)]


SCRIPT = r"""
-- pgbench's own form
\set aid random(1, 100000 * :scale)
\set cid random_zipfian(1, 100, 1.3)
BEGIN;
update "sales"."Orders" set amount = amount + 1 where id = :aid;
select email from customer where id = :cid;
END;
select city from customer where id = :cid;
"""


def test_that_a_script_keeps_its_transactions_and_how_values_are_drawn() -> None:
    made = propose(
        InspectionResult("postgresql", "shop", (CUSTOMER, ORDERS)), script=script_in(SCRIPT)
    )
    both, single = sorted(made.statements, key=lambda each: -len(each.sql))
    assert len(both.sql) == 2
    assert both.parameters["cid"].draw is RowDistribution.ZIPF
    assert both.parameters["cid"].skew == 1.3
    assert both.parameters["aid"].column == "orders.id"
    assert single.parameters["cid"].column == "customer.id"


def test_that_keys_and_references_give_statements_where_nothing_was_counted() -> None:
    made = propose(InspectionResult("postgresql", "shop", (CUSTOMER,)))
    (statement,) = made.statements
    assert statement.sql == ("select id, email, fullname, city from customer where id = :id",)


def table_of(made: Design, name: str) -> DesignedTable:
    return next(table for table in made.tables if table.name == name)


def test_that_columns_that_rows_are_found_by_are_known() -> None:
    made = designed("select id from customer where email = $1 and city <> $2")
    found = {each.name for each in table_of(made, "customer").columns if each.found_by_equality}
    assert found == {"email"}


@pytest.mark.parametrize(
    ("engine", "ending"),
    [
        ("postgresql", "on conflict (id) do update set city = excluded.city"),
        ("mysql", "on duplicate key update city = values(city)"),
    ],
)
def test_that_a_column_that_an_upsert_changes_is_not_sought(engine: str, ending: str) -> None:
    """Else it would be encrypted so that equal values look equal."""
    made = designed(f"insert into customer (id, city) values (1, 'a') {ending}", engine=engine)
    assert not made.unmeasured
    assert not any(each.found_by_equality for each in table_of(made, "customer").columns)
