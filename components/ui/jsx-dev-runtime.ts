/** As jsx-runtime.ts, for development, where React is also told where an element was written. */
import type { ElementType, Key } from 'react'
import { jsxDEV as createElement, Fragment, type JSX, type JSXSource } from 'react/jsx-dev-runtime'
import { shownProps } from './jsx-runtime'

export { Fragment, type JSX }

export const jsxDEV = (
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => createElement(type, shownProps(type, props), key, isStatic, source, self)
