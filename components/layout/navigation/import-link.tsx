'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export function ImportLink({ kind }: { kind: ImportKind }) {
  if (!useMay('manager')) return null
  return (
    <ButtonLink href={`${pagePaths.imports}?kind=${kind}`} variant="primary">
      Import {kind}
    </ButtonLink>
  )
}
