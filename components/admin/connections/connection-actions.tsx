'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { checkConnection, deleteConnection, runConnection, updateConnection } from '#lib/contracts/routes.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'

type ConnectionActionsProps = {
  id: string
  name: string
  isEnabled: boolean
  /** True if Hindsight calls the other system; false if it only receives events. */
  isCalled: boolean
  /** True while the connection runs, so that the page refreshes itself. */
  isBusy: boolean
}

/** Milliseconds between two refreshes of the page while the connection runs. */
const refreshEveryMs = 2_000

/** Buttons that check, run, edit, switch and delete a connection. */
export function ConnectionActions({ id, name, isEnabled, isCalled, isBusy }: ConnectionActionsProps) {
  const router = useRouter()
  const [isDeleting, setDeleting] = useState(false)
  const check = useEndpointMutation(checkConnection)
  const run = useEndpointMutation(runConnection)
  const update = useEndpointMutation(updateConnection)
  const params = { id }
  const options = (title: string) => ({
    onSuccess: () => {
      showToast({ kind: 'success', title })
      router.refresh()
    },
    onError: showErrorToast,
  })
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => router.refresh(), refreshEveryMs)
    return () => clearInterval(timer)
  }, [isBusy, router])
  return (
    <>
      {isCalled ? (
        <>
          <Button busy={check.isPending} onClick={() => check.mutate({ params }, options(`${name} was checked`))}>
            Check
          </Button>
          <Button
            variant="primary"
            busy={run.isPending}
            disabled={!isEnabled}
            onClick={() => run.mutate({ params }, options(`${name} is read within seconds`))}
          >
            Run now
          </Button>
        </>
      ) : null}
      <ButtonLink href={connectionPaths.edit(id)}>Edit</ButtonLink>
      <Button
        busy={update.isPending}
        onClick={() =>
          update.mutate(
            { params, body: { is_enabled: !isEnabled } },
            options(isEnabled ? `${name} is off` : `${name} is on`),
          )
        }
      >
        {isEnabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Button onClick={() => setDeleting(true)}>Delete…</Button>
      {isDeleting ? (
        <ConfirmWrite
          route={deleteConnection}
          input={{ params }}
          title={`Delete the connection ${name}?`}
          description="Its secrets, runs and waiting writes are deleted. The records that it brought stay."
          confirmLabel="Delete"
          danger
          done={`${name} was deleted`}
          onDone={() => router.push(connectionPaths.all)}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  )
}
