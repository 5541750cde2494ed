'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import type { ApiToken } from '#lib/contracts/app/api-tokens.ts'
import { revokeApiToken } from '#lib/contracts/routes.ts'

/** Revokes a token after a confirmation. */
export function RevokeToken({ id, name }: Pick<ApiToken, 'id' | 'name'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      {isOpen ? (
        <ConfirmWrite
          route={revokeApiToken}
          input={{ params: { id } }}
          title={`Revoke the token “${name}”?`}
          description="Its requests are rejected within 5 seconds. This cannot be undone."
          confirmLabel="Revoke"
          danger
          done={`Token “${name}” revoked`}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
