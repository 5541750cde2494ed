'use client'

import { useRowKeys } from './use-row-keys.ts'

/** The keys j and k between the rows of a table that the server renders. */
export function RowKeys({ noun }: { noun: string }) {
  useRowKeys(noun)
  return null
}
