'use client'

import { useRouter } from 'next/navigation'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { useServerForm } from '#lib/api/use-server-form.ts'
import type { Session } from '#lib/contracts/app/sessions.ts'
import { endMyOtherSessions, endMySession } from '#lib/contracts/routes.ts'

export const browserOf = ({ browser }: Session): string => browser ?? 'Unknown browser'

type EndSessionsProps = {
  which: Session | 'others'
  /** For password managers; null if the person has no password. */
  email: string | null
  onClose: () => void
}

const wordsOf = (which: Session | 'others') =>
  which === 'others'
    ? { title: 'End all other sessions?', verb: 'They are', submit: 'End all others', done: 'All other sessions ended' }
    : { title: `End the session of ${browserOf(which)}?`, verb: 'It is', submit: 'End session', done: 'Session ended' }

/** Ends one session or all others, after asking for the password. Rendered outside the list, which changes. */
export function EndSessions({ which, email, onClose }: EndSessionsProps) {
  const router = useRouter()
  const endOne = useEndpointMutation(endMySession)
  const endOthers = useEndpointMutation(endMyOtherSessions)
  const { title, verb, submit, done } = wordsOf(which)
  const { form, state } = useServerForm({
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
          {/* Without a name, because the page has another field of this name, and ids are unique. */}
          <Field label="Current password" error={form.formState.errors.current_password?.message}>
            <Input
              type="password"
              autoComplete="current-password"
              {...form.register('current_password', { required: 'Enter your current password' })}
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
