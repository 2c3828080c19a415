'use client'
import { createContext, type ReactNode } from 'react'

/** Why nothing can be sent at present, and what to know before sending; whoever knows it provides it around the forms. */
export const SendingBlock = createContext<{ why?: string; note?: ReactNode }>({})
