import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('card', className)} />
}

type CardHeaderProps = {
  title: ReactNode
  /** Id for the `aria-labelledby` of the card. */
  id?: string
  description?: ReactNode
  actions?: ReactNode
  /** Heading level; 2 unless the card is inside a section. */
  level?: 2 | 3
}

export function CardHeader({ title, id, description, actions, level = 2 }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <header className="card-header">
      <div className="min-w-0">
        <Heading id={id} className="text-md font-semibold">
          {title}
        </Heading>
        {description ? <p className="text-xs text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('px-4 py-3', className)} />
}

export function CardFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      {...rest}
      className={cx('flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5', className)}
    />
  )
}
