'use client'

import { MonitorX } from 'lucide-react'
import { useState } from 'react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The contract and its schemas stay out of the shell of every page. */
const loadCall = () => Promise.all([import('#lib/api/call-endpoint.ts'), import('#lib/contracts/app/accounts.ts')])

/** The entry of the user menu that ends every session of the person, this one too. */
export function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const [{ callEndpoint }, { endMySessions }] = await loadCall()
      await callEndpoint(endMySessions, {})
      window.location.assign(pagePaths.signIn)
    } catch (error) {
      setBusy(false)
      setOpen(false)
      showToast({ kind: 'error', title: error instanceof Error ? error.message : 'Signing out did not work' })
    }
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={userMenuId}
        popoverTargetAction="hide"
        onClick={() => setOpen(true)}
        className={userMenuItemClass}
      >
        <MonitorX aria-hidden="true" />
        Sign out everywhere
      </button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Sign out everywhere?"
        description="Every session of your account ends, on every device, this one too."
        confirmLabel="Sign out everywhere"
        busy={isBusy}
        onConfirm={run}
      />
    </>
  )
}
