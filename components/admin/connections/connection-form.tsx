'use client'

import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { ApiError } from '#lib/api/api-error.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createConnection, updateConnection } from '#lib/contracts/admin-routes.ts'
import type { Connection } from '#lib/contracts/app/connection-records.ts'
import type { ConnectionPatch, NewConnection } from '#lib/contracts/app/connections.ts'
import type { ConnectionKind } from '#lib/contracts/connection-values.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { ConnectionControl, type MappingName } from './connection-control.tsx'
import { type ConnectionTexts, groupsOf, PairError, readTexts, textsOf } from './connection-fields.ts'

type ConnectionFormProps = {
  kind: ConnectionKind
  /** Null adds a connection. */
  connection: Connection | null
  mappings: readonly MappingName[]
}

/** Adds or changes a connection. */
export function ConnectionForm({ kind, connection, mappings }: ConnectionFormProps) {
  const router = useRouter()
  const create = useEndpointMutation(createConnection, ['History'])
  const update = useEndpointMutation(updateConnection, ['History'])
  const form = useForm<ConnectionTexts>({ defaultValues: { name: '', ...textsOf(kind, connection) } })
  const { errors, isSubmitting } = form.formState
  const texts = form.watch()
  const groups = groupsOf(kind)

  const save = async (values: ConnectionTexts): Promise<string> => {
    const read = readTexts(kind, values)
    if (connection) {
      await update.mutateAsync({ params: { id: connection.id }, body: read as ConnectionPatch })
      return connection.id
    }
    const body = { kind, name: (values.name ?? '').trim(), ...read } as NewConnection
    return (await create.mutateAsync({ body })).id
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      const id = await save(values)
      router.push(connectionPaths.one(id))
      router.refresh()
    } catch (error) {
      showErrors(error, ['name', ...groups.flatMap(({ fields }) => fields.map(({ key }) => key))], form.setError)
    }
  })

  const isSet = (key: string) =>
    key === 'secret'
      ? connection?.has_secret === true
      : key === 'signing_secret' && connection?.has_signing_secret === true
  return (
    <form onSubmit={submit} method="post" noValidate className="flex max-w-2xl flex-col gap-5">
      <FormError>{errors.root?.message}</FormError>
      {connection ? null : (
        <Card>
          <CardBody>
            <Field
              label="Name"
              name="name"
              required
              hint="Lower-case letters, digits and hyphens, such as prod. Records and the history show it; it cannot be changed."
              error={errors.name?.message}
            >
              <Input autoComplete="off" {...form.register('name')} />
            </Field>
          </CardBody>
        </Card>
      )}
      {groups.map(({ title, hint, fields }) => (
        <Card key={title} aria-labelledby={`group-${title}`}>
          <CardHeader id={`group-${title}`} title={title} {...(hint === undefined ? {} : { description: hint })} />
          <CardBody className="flex flex-col gap-4">
            {fields
              .filter(({ isShown }) => isShown === undefined || isShown(texts))
              .map((field) => (
                <ConnectionControl
                  key={field.key}
                  field={field}
                  form={form}
                  isSet={isSet(field.key)}
                  mappings={mappings}
                />
              ))}
          </CardBody>
        </Card>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {connection ? 'Save' : 'Add connection'}
        </Button>
        <ButtonLink href={connection ? connectionPaths.one(connection.id) : connectionPaths.all}>Cancel</ButtonLink>
      </div>
    </form>
  )
}

type SetError = (key: string, error: { type: string; message: string }) => void

/** Shows each error at its field; the API separates the steps of a path with dots. */
function showErrors(error: unknown, keys: readonly string[], setError: SetError): void {
  if (error instanceof PairError) {
    setError(error.key, { type: 'pairs', message: error.message })
    return
  }
  const details = error instanceof ApiError ? error.details : []
  const known = details.filter(({ field }) => keys.includes(field.replaceAll('.', '/')))
  for (const { field, issue } of known) setError(field.replaceAll('.', '/'), { type: 'server', message: issue })
  if (known.length > 0) return
  const message = error instanceof Error ? error.message : 'The service did not respond.'
  setError('root', { type: 'server', message })
}
