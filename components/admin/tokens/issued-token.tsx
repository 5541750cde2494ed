import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form-dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { createApiToken } from '#lib/contracts/app/api-tokens.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { tokenSystemsInWords } from './token-systems.ts'

/** The secret of a new token, this once, and a line that tries it. */
export function issuedToken({ token, secret }: ResponseOf<typeof createApiToken>): FormResult {
  const url = `${window.location.origin}${tokenSystemsInWords[token.system].example}`
  return {
    title: `The token “${token.name}” is made`,
    description: 'Keep it where your secrets are kept.',
    content: (
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          This is the only time that the token is shown. Hindsight keeps no copy of it.
        </Notice>
        <SecretValue label="Token" what="the token" value={secret} />
        <SecretValue label="Try it" what="the command" value={`curl -H 'Authorization: Bearer ${secret}' '${url}'`} />
      </div>
    ),
  }
}
