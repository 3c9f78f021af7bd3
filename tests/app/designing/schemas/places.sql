-- source: Firefox, toolkit/components/places (nsPlacesTables.h): history and bookmarks, with a full-text index added
-- licence: MPL 2.0 (structure; rows are made up here)
-- tables
create table moz_origins (id integer primary key, prefix text not null, host text not null, frecency integer not null, recalc_frecency integer not null default 0, alt_frecency integer, recalc_alt_frecency integer not null default 0, unique (prefix, host));
create table moz_places (id integer primary key, url longvarchar, title longvarchar, rev_host longvarchar, visit_count integer default 0, hidden integer default 0 not null, typed integer default 0 not null, frecency integer default -1 not null, last_visit_date integer, guid text, foreign_count integer default 0 not null, url_hash integer default 0 not null, description text, preview_image_url text, site_name text, origin_id integer references moz_origins(id), recalc_frecency integer not null default 0);
create table moz_historyvisits (id integer primary key, from_visit integer, place_id integer, visit_date integer, visit_type integer, session integer, source integer default 0 not null, triggeringPlaceId integer);
create table moz_inputhistory (place_id integer not null, input longvarchar not null, use_count integer, primary key (place_id, input));
create table moz_bookmarks (id integer primary key, type integer, fk integer default null, parent integer, position integer, title longvarchar, keyword_id integer, folder_type text, dateAdded integer, lastModified integer, guid text, syncStatus integer not null default 0, syncChangeCounter integer not null default 1);
create table moz_bookmarks_deleted (guid text primary key, dateRemoved integer not null default 0);
create table moz_keywords (id integer primary key autoincrement, keyword text unique, place_id integer, post_data text);
create table moz_anno_attributes (id integer primary key, name varchar(32) unique not null);
create table moz_annos (id integer primary key, place_id integer not null, anno_attribute_id integer, content longvarchar, flags integer default 0, expiration integer default 0, type integer default 0, dateAdded integer default 0, lastModified integer default 0);
create table moz_meta (key text primary key, value not null) without rowid;
create table moz_places_metadata (id integer primary key, place_id integer not null, referrer_place_id integer, created_at integer not null default 0, updated_at integer not null default 0, total_view_time integer not null default 0, typing_time integer not null default 0, document_type integer not null default 0, foreign key (place_id) references moz_places(id) on delete cascade, foreign key (referrer_place_id) references moz_places(id) on delete cascade, check (place_id != referrer_place_id));
create virtual table page_text using fts5(title, body);
create view visited as select p.url, count(*) visits from moz_places p join moz_historyvisits v on v.place_id = p.id group by p.url;
create index moz_places_url_hashindex on moz_places (url_hash);
create index moz_places_hostindex on moz_places (rev_host);
create index moz_places_visitcount on moz_places (visit_count);
create unique index moz_places_guid_uniqueindex on moz_places (guid);
create index moz_places_originidindex on moz_places (origin_id);
create index moz_historyvisits_placedateindex on moz_historyvisits (place_id, visit_date);
create index moz_historyvisits_fromindex on moz_historyvisits (from_visit);
create index moz_historyvisits_dateindex on moz_historyvisits (visit_date);
create index moz_bookmarks_itemindex on moz_bookmarks (fk, type);
create index moz_bookmarks_parentindex on moz_bookmarks (parent, position);
create unique index moz_bookmarks_guid_uniqueindex on moz_bookmarks (guid);
create index moz_places_unhidden on moz_places (frecency) where hidden = 0;
create index moz_places_lowertitle on moz_places (lower(title));
create unique index moz_annos_placeattributeindex on moz_annos (place_id, anno_attribute_id);
create unique index moz_places_metadata_placecreated_uniqueindex on moz_places_metadata (place_id, created_at);
-- rows
create temporary table n (i integer primary key);
insert into n with recursive x(i) as (select 1 union all select i + 1 from x where i < 300) select i from x;
insert into moz_origins (prefix, host, frecency) select 'https://', 'www.host' || i || '.example', i from n where i <= 60;
insert into moz_places (url, title, rev_host, visit_count, last_visit_date, guid, url_hash, origin_id) select 'https://www.host' || (i % 60) || '.example/a/rather/long/path/' || i, 'A page with a title ' || i, 'elpmaxe.' || (i % 60), i % 9, 1600000000000000 + i, 'guid' || printf('%08d', i), 47356000000000 + i, 1 + i % 60 from n;
insert into moz_historyvisits (from_visit, place_id, visit_date, visit_type) select i - 1, i, 1600000000000000 + i, 1 from n;
insert into moz_inputhistory select i, 'abc' || i, 1 from n where i < 50;
insert into moz_bookmarks (type, fk, parent, position, title, guid) select 1, i, 1, i, 'Bookmark ' || i, 'bm' || printf('%010d', i) from n where i < 80;
insert into moz_anno_attributes (name) values ('bookmarkProperties/description'), ('sync/parent');
insert into moz_annos (place_id, anno_attribute_id, content) select i, 1, 'note ' || i from n where i < 20;
insert into moz_meta values ('origin_frecency_count', 12), ('sync/bookmarks', 'x');
insert into moz_places_metadata (place_id, created_at) select i, i from n where i < 100;
insert into page_text select 'title ' || i, 'body of a page ' || i from n;
analyze;
-- work
select h.id, h.url, h.title from moz_places h where h.url_hash = 47356411089529 and h.url = 'https://www.host7.example/a';
select h.url, h.title, v.visit_date from moz_places h join moz_historyvisits v on v.place_id = h.id where v.visit_date between 1600000000000010 and 1600000000000099 order by v.visit_date desc, v.id limit 20;
select b.title, p.url from moz_bookmarks b left join moz_places p on p.id = b.fk where b.parent = 1 order by b.position;
select count(*) from moz_origins o join moz_places p on p.origin_id = o.id where o.host = 'www.host3.example';
update moz_places set visit_count = visit_count + 1, last_visit_date = 1600000000000500 where id = 12;
insert into moz_inputhistory (place_id, input, use_count) values (3, 'news', 1) on conflict do nothing;
select rowid from page_text where page_text match 'body';
delete from moz_annos where id = 5;
