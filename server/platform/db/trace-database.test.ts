import { expect, test } from 'vitest'
import { buildStatementSpan } from './trace-database.ts'

test.each([
  ['select "id" from "users" where "name" = $1', 'SELECT users'],
  ['insert into "improvements" ("id") values ($1)', 'INSERT improvements'],
  ['update "changes" set "title" = $1', 'UPDATE changes'],
  ['\n  DELETE FROM pgboss.job where true', 'DELETE pgboss.job'],
  ['with "page" as (select 1 from "incidents") select * from "page"', 'WITH incidents'],
  ['begin isolation level repeatable read', 'BEGIN'],
  ["select 'a secret'", 'SELECT'],
  ["select 1 from 'a secret'", 'SELECT'],
  ['(select 1)', 'SQL'],
])('%s is named %s', (text, name) => {
  expect(buildStatementSpan(text).name).toBe(name)
})
