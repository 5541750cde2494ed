import type { ReactNode } from 'react'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

type SignInFrameProps = {
  title: string
  /** Text below the title of a page where one begins, which needs no link back. */
  description?: string
  children: ReactNode
}

/** The sign-in, or a page beside it. */
export const SignInFrame = ({ title, description, children }: SignInFrameProps) => (
  <main id="content" className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-12">
    <Wordmark />
    <div>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {description ? <p className="text-sm text-muted text-pretty">{description}</p> : null}
    </div>
    {children}
    {description ? null : (
      <p className="text-sm">
        <TextLink href={pagePaths.signIn}>Back to sign-in</TextLink>
      </p>
    )}
  </main>
)
