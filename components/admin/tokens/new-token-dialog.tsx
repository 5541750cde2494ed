'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createApiToken, NewApiToken } from '#lib/contracts/app/api-tokens.ts'
import { type ResponseOf, tokenRoles, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { ExpiryChoice, inDays } from './expiry-choice.tsx'
import { issuedToken } from './issued-token.tsx'
import { tokenRolesInWords, tokenScopesInWords, tokenSystemsInWords } from './token-systems.ts'

/** Creates a token, then shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useEndpointMutation(createApiToken, ['History'])
  const [issued, setIssued] = useState<ResponseOf<typeof createApiToken> | null>(null)
  const form = useForm<NewApiToken>({
    resolver: zodResolver(NewApiToken),
    defaultValues: { name: '', system: 'itsm', scope: 'read', expires_at: inDays(90) },
  })
  const { errors, isSubmitting } = form.formState
  const isServiceAccount = form.watch('system') === 'app'
  const submit = form.handleSubmit(async (input) => {
    try {
      setIssued(await create.mutateAsync({ body: input }))
    } catch (error) {
      showServerErrors(error, ['name', 'system', 'scope', 'role', 'expires_at'], form.setError)
    }
  })
  return (
    <FormDialog
      title="New API token"
      submitLabel="Create token"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
      result={issued && issuedToken(issued)}
    >
      <Field
        label="Name"
        name="name"
        hint="What it is for, such as “Nightly change sync”"
        required
        error={errors.name?.message}
      >
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
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
