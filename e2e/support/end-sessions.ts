/** A statement that ends every session of a database. Except autovacuum workers: only a superuser may end those, and for others the whole statement would fail. */
export const endSessions = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
