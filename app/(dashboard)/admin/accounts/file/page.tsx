import type { Metadata } from 'next'
import { AccountsFile } from '#components/admin/account-rows/accounts-file.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Add accounts from a file' }

export default async function AccountsFilePage() {
  await getPageContext(pagePaths.accountsFile, 'admin')
  return (
    <>
      <PageHeader
        title="Add accounts from a file"
        description="You see what each row would do before anything is written."
      />
      <AccountsFile />
    </>
  )
}
