import { formAgrees } from './agreement'

formAgrees('createOrder')
