import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form/form-dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { createApiToken } from '#lib/contracts/app/api-tokens.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { tokenSystemLabels } from './token-systems.ts'

/** Shows the secret of a new token once, with a command to try it. */
export function createTokenResult({ token, secret }: ResponseOf<typeof createApiToken>): FormResult {
  const url = `${window.location.origin}${tokenSystemLabels[token.system].example}`
  return {
    title: `Token “${token.name}” created`,
    description: 'Store it with your other secrets.',
    content: (
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The token is shown only once. Hindsight does not store a copy.
        </Notice>
        <SecretValue label="Token" what="the token" value={secret} />
        <SecretValue label="Try it" what="the command" value={`curl -H 'Authorization: Bearer ${secret}' '${url}'`} />
      </div>
    ),
  }
}
