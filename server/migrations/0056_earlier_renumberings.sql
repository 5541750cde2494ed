-- Renumberings of earlier versions: the history has a deletion under the former number that names the new one.
with recursive moved as (
  select entity_type, entity_id as former, changes #>> '{number,to}' as number, at, id
  from audit_events
  where action = 'delete' and entity_type in ('change', 'incident') and changes #>> '{number,to}' is not null
), followed as (
  select entity_type, former, number, at as last_at, id as last_id, at, id from moved
  union all
  select f.entity_type, f.former, later.number, f.last_at, f.last_id, later.at, later.id
  from followed f cross join lateral (
    select m.number, m.at, m.id from moved m
    where m.entity_type = f.entity_type and m.former = f.number and (m.at, m.id) > (f.at, f.id)
    order by m.at, m.id limit 1
  ) later
)
insert into former_numbers (entity_type, former, number, last_at, last_id)
select distinct on (last_id) entity_type, former, number, last_at, last_id from followed order by last_id, at desc, id desc
on conflict do nothing;
