'use client'
import { createContext, type ReactNode, use } from 'react'

const Figure = createContext('1000000')

/** The total above which a person types it before it is sent, in the asset of the total (ORDER_CONFIRM_ABOVE). */
export const useConfirmationFigure = () => use(Figure)

export const ConfirmationFigure = ({ figure, children }: { figure: string; children: ReactNode }) => (
  <Figure value={figure}>{children}</Figure>
)
