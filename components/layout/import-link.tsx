'use client'

import { ButtonLink } from '#components/ui/button-link.tsx'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { useUser } from './user-context.tsx'

/** Leads to the import of records where there are none; only for those who may import. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const role = useUser()?.role
  if (role !== 'manager' && role !== 'admin') return null
  return (
    <ButtonLink href={`${pagePaths.imports}?kind=${kind}`} variant="primary">
      Import {kind}
    </ButtonLink>
  )
}
