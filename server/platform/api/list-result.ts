import type { Page, PageRequest } from '#lib/contracts/pages.ts'

/** Converts a page of a list to the result of a handler of the resource API. */
export const toResourceList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => {
  const page = read.page ?? request.page
  return { body: { data: rows, meta: { total, page, limit } }, paging: { page, limit, total, next } }
}

/** Converts a page of a list to the result of a handler of the change-management API. */
export const toRecordList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => ({
  body: { result: rows, total_count: total },
  paging: { page: read.page ?? request.page, limit, total, next },
})
