'use client'

import { useState } from 'react'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { createApiToken, NewApiToken } from '#lib/contracts/app/api-tokens.ts'
import { type ResponseOf, tokenRoles, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { ExpiryChoice, inDays } from './expiry-choice.tsx'
import { issuedToken } from './issued-token.tsx'
import { tokenRolesInWords, tokenScopesInWords, tokenSystemsInWords } from './token-systems.ts'

const newToken = (): NewApiToken => ({ name: '', system: 'itsm', scope: 'read', expires_at: inDays(90) })

/** Creates a token, then shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [issued, setIssued] = useState<ResponseOf<typeof createApiToken> | null>(null)
  const { form, Field, state } = useEndpointForm(createApiToken, {
    schema: NewApiToken,
    values: newToken(),
    input: (body) => ({ body }),
    onDone: setIssued,
  })
  const { errors } = form.formState
  const isServiceAccount = form.watch('system') === 'app'
  return (
    <FormDialog
      {...state}
      title="New API token"
      submitLabel="Create token"
      onClose={onClose}
      result={issued && issuedToken(issued)}
    >
      <Field name="name" label="Name" hint="What it is for, such as “Nightly change sync”" required />
      <RadioGroup
        legend="API"
        required
        register={form.register('system')}
        error={errors.system?.message}
        options={tokenSystems.map((system) => ({
          value: system,
          label: (
            <>
              {tokenSystemsInWords[system].reach} <code className="font-mono text-xs text-muted">{system}</code>
            </>
          ),
        }))}
      />
      {isServiceAccount ? (
        <RadioGroup
          key="role"
          legend="Role"
          required
          inline
          register={form.register('role', { shouldUnregister: true })}
          error={errors.role?.message && 'Choose a role'}
          options={tokenRoles.map((role) => ({ value: role, label: tokenRolesInWords[role] }))}
        />
      ) : (
        <RadioGroup
          key="scope"
          legend="Access"
          required
          inline
          register={form.register('scope', { shouldUnregister: true })}
          error={errors.scope?.message}
          options={tokenScopes.map((scope) => ({ value: scope, label: tokenScopesInWords[scope] }))}
        />
      )}
      <ExpiryChoice
        onChange={(expiresAt) =>
          form.setValue('expires_at', expiresAt, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        error={errors.expires_at && (errors.expires_at.type === 'server' ? errors.expires_at.message : 'Choose a day')}
      />
    </FormDialog>
  )
}
