import { formAgrees } from './agreement'

formAgrees('createFiatAccount', 'updateFiatAccount')
