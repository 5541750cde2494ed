'use client'

import { cx } from '#components/ui/class-names.ts'
import type { DialogFrameProps } from './dialog-frame.tsx'
import { useLazyPart } from './use-lazy-part.ts'

type SheetProps = DialogFrameProps & { side?: 'left' | 'right' }

const loadFrame = () => import('./dialog-frame.tsx')

const sides = {
  left: 'left-0 border-r data-[state=open]:animate-enter-left',
  right: 'right-0 border-l data-[state=open]:animate-enter-right',
}

/** Modal panel at the side, for details and editing beside a list. Loaded when it first opens. */
export function Sheet({ side = 'right', ...props }: SheetProps) {
  const frame = useLazyPart(loadFrame, props.open, () => props.onOpenChange(false))
  if (!frame) return null
  return (
    <frame.DialogFrame {...props} className={cx('inset-y-0 w-full max-w-[min(30rem,calc(100vw-2rem))]', sides[side])} />
  )
}
