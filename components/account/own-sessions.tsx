'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { listMySessions, Session } from '#lib/contracts/app/own-data.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { endMyOtherSessions, endMySession } from '#lib/contracts/routes.ts'
import { currentPassword } from './password-fields.ts'

/** The person's sessions, with a button to end each one except the current one. The e-mail is for password managers. */
export function OwnSessions({ sessions, email }: { sessions: ResponseOf<typeof listMySessions>; email: string }) {
  const { result, total_count: total, needs_password: needsPassword } = sessions
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  return (
    <Card aria-labelledby="own-sessions" className="max-w-2xl">
      <CardHeader
        id="own-sessions"
        title="Sessions"
        description="Where you are signed in. End any session that you do not recognise."
        actions={
          total > 1 ? (
            <Button size="sm" onClick={() => setEnding('others')}>
              End all others
            </Button>
          ) : null
        }
      />
      <ul aria-labelledby="own-sessions" className="divide-y divide-line">
        {result.map((session) => (
          <SessionEntry key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {total > result.length ? (
        <p className="border-t border-line px-4 py-2.5 text-xs text-muted">
          And {total - result.length} more, used less recently.
        </p>
      ) : null}
      {ending ? (
        <EndSessions which={ending} email={needsPassword ? email : null} onClose={() => setEnding(null)} />
      ) : null}
    </Card>
  )
}

function SessionEntry({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { address: ipAddress, started_at, seen_at, is_current } = session
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {getBrowserName(session)}
          {is_current ? <Badge>This session</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          {ipAddress === null ? null : <span className="break-all">From {ipAddress}</span>}
          <span className="whitespace-nowrap">
            Signed in <RelativeTime value={started_at} />
          </span>
          {is_current ? null : (
            <span className="whitespace-nowrap">
              Last used <RelativeTime value={seen_at} />
            </span>
          )}
        </p>
      </div>
      {is_current ? null : (
        <Button size="sm" onClick={onEnd} aria-label={`End the session of ${getBrowserName(session)}`}>
          End
        </Button>
      )}
    </li>
  )
}

const getBrowserName = ({ browser }: Session): string => browser ?? 'Unknown browser'

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
function EndSessions({ which, email, onClose }: EndSessionsProps) {
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
