'use client'

import { LogOut } from 'lucide-react'
import { type FormEvent, useEffect, useState, useTransition } from 'react'
import { signOutFormId, userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { forgetList } from '#components/next-review/remembered-list.ts'
import { FormError } from '#components/ui/form/form-error.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { signOut } from '#lib/api/sign-in.ts'
import { type DraftOwner, deleteDrafts, listDrafts, onDraftsDeleted, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

/** User menu entry that ends this session, after a confirmation if there is unsent text. */
export function SignOut({ owner }: { owner: DraftOwner }) {
  const [unsent, setUnsent] = useState<readonly StoredDraft[] | null>(null)
  const close = () => setUnsent(null)
  useEffect(() => onDraftsDeleted(owner.id, () => window.location.reload()), [owner.id])
  const confirmIfUnsent = (event: FormEvent) => {
    forgetList()
    const drafts = listDrafts(owner)
    if (drafts.length === 0) return
    event.preventDefault()
    document.getElementById(userMenuId)?.hidePopover()
    setUnsent(drafts)
  }
  return (
    <>
      <form id={signOutFormId} action="/sign-out" method="post" onSubmit={confirmIfUnsent}>
        <button type="submit" className={userMenuItemClass}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </form>
      {unsent ? <SignOutDialog drafts={unsent} owner={owner} onClose={close} /> : null}
    </>
  )
}

type SignOutDialogProps = {
  drafts: readonly StoredDraft[]
  owner: DraftOwner
  onClose: () => void
}

/** Confirms signing out with unsent texts, which are deleted so that nobody else finds them in this browser. */
function SignOutDialog({ drafts, owner, onClose }: SignOutDialogProps) {
  const [isBusy, start] = useTransition()
  const [hasFailed, setFailed] = useState(false)
  const run = () => {
    setFailed(false)
    start(async () => {
      const page = await signOut()
      if (page === null) return setFailed(true)
      deleteDrafts(owner)
      window.location.assign(page)
    })
  }
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Sign out and delete unsent text?"
      description="Text that you have not sent is stored in this browser until you sign out."
      cancelLabel="Keep working"
      confirmLabel="Sign out and delete"
      danger
      busy={isBusy}
      onConfirm={run}
    >
      <div className="flex flex-col gap-3">
        <UnsentDrafts drafts={drafts} />
        <FormError>{hasFailed ? 'Signing out failed, and nothing was deleted. Try again.' : null}</FormError>
      </div>
    </AlertDialog>
  )
}
