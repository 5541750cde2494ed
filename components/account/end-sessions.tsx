'use client'

import { useRouter } from 'next/navigation'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Session } from '#lib/contracts/app/sessions.ts'
import { endMyOtherSessions, endMySession } from '#lib/contracts/routes.ts'
import { currentPassword } from './password-fields.ts'

export const getBrowserName = ({ browser }: Session): string => browser ?? 'Unknown browser'

type EndSessionsProps = {
  which: Session | 'others'
  /** For password managers; null if the person has no password. */
  email: string | null
  onClose: () => void
}

const describeSessions = (which: Session | 'others') =>
  which === 'others'
    ? { title: 'End all other sessions?', verb: 'They are', submit: 'End all others', done: 'All other sessions ended' }
    : {
        title: `End the session of ${getBrowserName(which)}?`,
        verb: 'It is',
        submit: 'End session',
        done: 'Session ended',
      }

const rules = { required: 'Enter your current password' }

/**
 * Ends one session or all other sessions after asking for the password. Rendered outside the list, which changes
 * meanwhile.
 */
export function EndSessions({ which, email, onClose }: EndSessionsProps) {
  const router = useRouter()
  const endOne = useEndpointMutation(endMySession)
  const endOthers = useEndpointMutation(endMyOtherSessions)
  const { title, verb, submit, done } = describeSessions(which)
  const { Field, state } = useServerForm({
    values: { current_password: '' },
    send: async (input) => {
      const body = email === null ? {} : input
      const ending =
        which === 'others' ? endOthers.mutateAsync({ body }) : endOne.mutateAsync({ params: { id: which.id }, body })
      await ending.finally(router.refresh)
      showToast({ kind: 'success', title: done })
      onClose()
    },
  })
  const description = `${verb} signed out immediately. Unsent text stays in that browser.`
  return (
    <FormDialog {...state} title={title} description={description} size="sm" submitLabel={submit} onClose={onClose}>
      {email === null ? (
        <p className="text-sm">Your account has no password, so you need not enter one.</p>
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <Field id="password-of-sessions" name="current_password" {...currentPassword} rules={rules} />
        </>
      )}
    </FormDialog>
  )
}
