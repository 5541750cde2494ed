import { createElement, Fragment, type ReactNode } from 'react'

/** Renders parts of a text that have no identity and never move; passed as arguments, they need no keys. */
export const renderParts = <Part>(parts: readonly Part[], render: (part: Part, at: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(render))
