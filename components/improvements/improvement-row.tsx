'use client'

import { useRef } from 'react'
import { DataCells } from '#components/ui/table/plain-table.tsx'
import { Td, Tr } from '#components/ui/table/table.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { ImprovementActions } from './improvement-actions.tsx'
import type { improvementColumns } from './improvement-columns.tsx'
import type { Person, RegisterProps } from './register-props.ts'
import { useFocusRescue } from './use-focus-rescue.ts'

type ImprovementRowProps = RegisterProps & {
  improvement: Improvement
  people: readonly Person[]
  columns: typeof improvementColumns
  /** Called when the row leaves the table while it has the focus. */
  onLostFocus: () => void
}

/** One action of the register; owner, due date and status are edited in place. */
export function ImprovementRow({ improvement, columns, onLostFocus, ...extra }: ImprovementRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useFocusRescue(row, onLostFocus)
  return (
    <Tr ref={row} className="whitespace-nowrap stacked:relative">
      <DataCells columns={columns} row={improvement} extra={extra} />
      {extra.canWrite ? (
        <Td align="end" className="stacked:absolute stacked:top-1 stacked:right-2">
          <ImprovementActions improvement={improvement} />
        </Td>
      ) : null}
    </Tr>
  )
}
