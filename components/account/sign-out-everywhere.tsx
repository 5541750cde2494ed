'use client'

import { MonitorX } from 'lucide-react'
import { useState } from 'react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { type DraftOwner, deleteDrafts, listDrafts, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

/** Loaded on demand, to keep the contract's schemas out of every page. */
const loadCall = () => Promise.all([import('#lib/api/call-endpoint.ts'), import('#lib/contracts/app/accounts.ts')])

/** User menu entry that ends every session of the person, including this one. */
export function SignOutEverywhere({ owner }: { owner: DraftOwner }) {
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState<readonly StoredDraft[]>([])
  const isDeleting = unsent.length > 0
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const [{ callEndpoint }, { endMySessions }] = await loadCall()
      await callEndpoint(endMySessions, {})
      deleteDrafts(owner)
      window.location.assign(pagePaths.signIn)
    } catch (error) {
      setBusy(false)
      setOpen(false)
      showToast({ kind: 'error', title: error instanceof Error ? error.message : 'Signing out failed' })
    }
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={userMenuId}
        popoverTargetAction="hide"
        onClick={() => {
          setUnsent(listDrafts(owner))
          setOpen(true)
        }}
        className={userMenuItemClass}
      >
        <MonitorX aria-hidden="true" />
        Sign out everywhere
      </button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Sign out everywhere?"
        description="This ends all your sessions on all devices, including this one."
        confirmLabel={isDeleting ? 'Sign out and delete' : 'Sign out everywhere'}
        cancelLabel={isDeleting ? 'Keep working' : 'Cancel'}
        danger={isDeleting}
        busy={isBusy}
        onConfirm={run}
      >
        {isDeleting ? <UnsentDrafts drafts={unsent} /> : null}
      </AlertDialog>
    </>
  )
}
