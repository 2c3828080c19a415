'use client'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { FormPage } from '@/components/forms/form-page'
import { ReviewPage } from '@/components/forms/review-page'
import { orderErrors, orderField, orderWarnings } from './order-checks'
import { OrderFields, OrderInWords } from './order-fields'
import { orderReview } from './order-review'
import { blankOrder, type OrderValues, orderInput, orderValues } from './order-values'

const orderForm: FormDescription<OrderValues> = {
  operation: 'createOrder',
  place: 'orders/new',
  title: 'New order',
  thing: 'order',
  blank: blankOrder,
  inputOf: orderInput,
  valuesOf: orderValues,
  fieldOf: orderField,
  moreErrors: orderErrors,
  warningsOf: orderWarnings,
  reviewOf: orderReview,
  Fields: OrderFields,
  Aside: OrderInWords,
}

/** The form of an order. */
export const NewOrder = ({ session }: { session: FormSession }) => <FormPage form={orderForm} session={session} />

/** The order before it is sent. */
export const OrderReview = ({ session }: { session: FormSession }) => <ReviewPage form={orderForm} session={session} />
