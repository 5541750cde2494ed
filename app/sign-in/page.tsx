import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ProviderSignIn } from '#components/sign-in/provider-sign-in.tsx'
import { SignInForm } from '#components/sign-in/sign-in-form.tsx'
import { SignInFrame } from '#components/sign-in/sign-in-frame.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeProviderRefusal } from '#lib/domain/people/provider-refusals.ts'
import { toReturnPath } from '#lib/domain/return-path.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { findPageActor } from '#server/pages/page-context.ts'
import { getServiceOrigin } from '#server/platform/http/api-request.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, findProvider } from '#server/platform/settings/current-settings.ts'
import { hasDemoAccounts, isSetupOpen } from '#server/system/setup/is-setup-open.ts'

export const metadata: Metadata = { title: 'Sign in' }

type SignInPageProps = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error } = await searchParams
  const requested = typeof callbackUrl === 'string' ? callbackUrl : undefined
  const returnTo = toReturnPath(requested, getServiceOrigin(new Headers(await headers())))
  if (await findPageActor()) redirect(returnTo)
  const { isDemo, arePasswordsOn } = getRuntime().env
  const provider = findProvider()
  const mail = findMailSettings()
  if (!provider && (await isSetupOpen())) redirect(pagePaths.setup)
  const demo =
    isDemo && (await hasDemoAccounts()) ? { accounts: demoAccounts.map(pickChoice), password: demoPassword } : null
  return (
    <SignInFrame title="Sign in" description="Post-implementation reviews of IT changes.">
      {provider ? (
        <ProviderSignIn
          name={provider.name}
          returnTo={returnTo}
          refusal={typeof error === 'string' ? describeProviderRefusal(error, provider.name) : null}
        />
      ) : null}
      {arePasswordsOn ? (
        <SignInForm returnTo={returnTo} demo={demo}>
          {mail ? (
            <TextLink href={pagePaths.forgotPassword}>Forgot password?</TextLink>
          ) : (
            'Forgot your password? Ask an administrator of Hindsight to set a new one.'
          )}
        </SignInForm>
      ) : null}
      <p className="text-sm text-muted">
        <TextLink href={pagePaths.reference}>API reference</TextLink>
      </p>
    </SignInFrame>
  )
}

const pickChoice = ({ email, name, role }: (typeof demoAccounts)[number]) => ({ email, name, role })
