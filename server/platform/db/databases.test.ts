import { expect, onTestFinished, test } from 'vitest'
import { endSessions } from './databases.ts'
import { createTestDatabase } from './testing.ts'

test('ending the sessions of a database leaves out its autovacuum worker, which only a superuser may end', async () => {
  const { pool, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = await pool.connect()
  await client.query(`create schema acted;
    create table acted.pg_stat_activity (pid int, datname text, backend_type text);
    insert into acted.pg_stat_activity values
      (1, 'ours', 'client backend'), (2, 'ours', 'autovacuum worker'), (3, 'theirs', 'client backend'), (4, 'ours', 'client backend');
    create table acted.ended (pid int);
    create function acted.pg_terminate_backend(pid int) returns boolean language plpgsql as $$ begin
      if pid = 2 then raise 'permission denied to terminate process' using errcode = '42501'; end if;
      insert into acted.ended values (pid); return true; end $$;
    set search_path = acted, pg_catalog`)
  await client.query(endSessions('ours'))
  const { rows } = await client.query('select pid from ended order by pid')
  client.release(true)
  expect(rows).toEqual([{ pid: 1 }, { pid: 4 }])
})
