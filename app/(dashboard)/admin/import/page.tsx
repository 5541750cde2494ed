import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { importView } from '#components/admin/import/import-view.tsx'
import { StartImport } from '#components/admin/import/start-import.tsx'
import { managers, readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listImports } from '#lib/contracts/app/imports.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { type ImportKind, importKinds } from '#lib/contracts/import-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as imports from '#server/import/jobs/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Import' }

/** Starts an import, and lists the previous ones. `kind` preselects the kind of records. */
export default async function ImportsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { kind = 'changes', page } = readPageQuery(listImports.query, await searchParams)
  const ctx = await getPageContext(pagePaths.imports, readers)
  const kinds = listImportableKinds(ctx.actor.role)
  const query = { page, limit: importView.pageSize }
  const { rows, total } = await imports.listImports(ctx, query)
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={pagePaths.imports} />
      <PageHeader
        title="Import"
        description="Records of other systems come in as files: choose one, check how it is read, and import it."
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {managers(ctx.actor.role) ? (
          <StartImport kinds={kinds} initialKind={kinds.includes(kind) ? kind : 'changes'} />
        ) : null}
        <section aria-labelledby="import-history" className="flex flex-col gap-3">
          <h2 id="import-history" className="text-md font-semibold">
            Imports so far
          </h2>
          <ListTable view={importView} rows={rows} total={total} query={query} />
        </section>
      </div>
    </>
  )
}

/** Lists the kinds of records that a role may import. Only an admin adds accounts. */
const listImportableKinds = (role: Role): readonly ImportKind[] =>
  role === 'admin' ? importKinds : importKinds.filter((kind) => kind !== 'accounts')
