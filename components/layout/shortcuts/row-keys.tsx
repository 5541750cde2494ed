'use client'

import { useRowKeys } from './use-row-keys.ts'

/** Registers the keys j and k for the rows of a table that the server renders. */
export function RowKeys({ noun }: { noun: string }) {
  useRowKeys(noun)
  return null
}
