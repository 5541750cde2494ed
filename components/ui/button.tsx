import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const shapes: Record<'wide' | 'square', Record<ButtonSize, string>> = {
  wide: { sm: 'h-7 px-2.5 text-sm', md: 'h-8 px-3 text-sm', lg: 'h-10 px-4 text-base' },
  square: { sm: 'size-7 shrink-0', md: 'size-8 shrink-0', lg: 'size-10 shrink-0' },
}

/** Classes of a button, or of a link that looks like one; `square` for one icon. */
export const getButtonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
  shape: keyof typeof shapes = 'wide',
): string => cx(`button button-${variant}`, shapes[shape][size], className)

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  shape?: keyof typeof shapes
  icon?: ReactNode
  /** True while work is in progress: the button keeps its focus and ignores clicks. */
  busy?: boolean
}

export function Button({ variant, size, shape, icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : (rest.type ?? 'button')}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : rest.onClick}
      className={getButtonClass(variant, size, className, shape)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
