'use client'

import { cx } from '#components/ui/class-names.ts'
import type { DialogFrameProps } from './dialog-frame.tsx'
import { useLazyPart } from './use-lazy-part.ts'

type DialogProps = DialogFrameProps & { size?: 'sm' | 'md' | 'lg' }

const loadFrame = () => import('./dialog-frame.tsx')

const sizes = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

/** Modal dialog, loaded when it first opens. On a phone it opens at the bottom of the screen. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  const frame = useLazyPart(loadFrame, props.open, () => props.onOpenChange(false))
  if (!frame) return null
  return (
    <frame.DialogFrame
      {...props}
      className={cx(
        'inset-x-0 bottom-0 max-h-[calc(100dvh-2rem)] rounded-t-xl border data-[state=open]:animate-rise',
        'sm:inset-x-4 sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[76dvh] sm:rounded-xl',
        sizes[size],
      )}
    />
  )
}
