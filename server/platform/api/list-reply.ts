import type { Page, PageRequest } from '#lib/contracts/pages.ts'

/** Converts a page of a list to the reply of the resource API. */
export const resourceList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => {
  const page = read.page ?? request.page
  return { body: { data: rows, meta: { total, page, limit } }, paging: { page, limit, total, next } }
}

/** Converts a page of a list to the reply of the change-management API. */
export const recordList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => ({
  body: { result: rows, total_count: total },
  paging: { page: read.page ?? request.page, limit, total, next },
})
