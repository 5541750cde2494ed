import type { Page, PageRequest } from '#lib/contracts/pages.ts'

/** A page as interface A answers it. */
export const resourceList = <Row>({ rows, total }: Page<Row>, { page, limit }: PageRequest) => ({
  body: { data: rows, meta: { total, page, limit } },
  paging: { page, limit, total },
})

/** A page as interface B answers it. */
export const recordList = <Row>({ rows, total }: Page<Row>, { page, limit }: PageRequest) => ({
  body: { result: rows, total_count: total },
  paging: { page, limit, total },
})
