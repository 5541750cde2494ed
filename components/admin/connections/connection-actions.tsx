'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
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
  const input = { params: { id } }
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => router.refresh(), refreshEveryMs)
    return () => clearInterval(timer)
  }, [isBusy, router])
  return (
    <>
      {isCalled ? (
        <>
          <WriteButton route={checkConnection} input={input} done={`${name} was checked`}>
            Check
          </WriteButton>
          <WriteButton
            variant="primary"
            disabled={!isEnabled}
            route={runConnection}
            input={input}
            done={`${name} is read within seconds`}
          >
            Run now
          </WriteButton>
        </>
      ) : null}
      <ButtonLink href={connectionPaths.edit(id)}>Edit</ButtonLink>
      <WriteButton
        route={updateConnection}
        input={{ ...input, body: { is_enabled: !isEnabled } }}
        done={isEnabled ? `${name} is off` : `${name} is on`}
      >
        {isEnabled ? 'Switch off' : 'Switch on'}
      </WriteButton>
      <WriteButton
        route={deleteConnection}
        input={input}
        confirm={{
          title: `Delete the connection ${name}?`,
          description: 'Its secrets, runs and waiting writes are deleted. The records that it brought stay.',
          confirmLabel: 'Delete',
          danger: true,
        }}
        done={`${name} was deleted`}
        goTo={connectionPaths.all}
      >
        Delete…
      </WriteButton>
    </>
  )
}
