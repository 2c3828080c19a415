/** What the API description says of the token endpoint. */
import { Token, TokenRequest } from '../../api/provider/tokens'
import { example, named } from './documentation'

const schemas = {
  TokenRequest: named(TokenRequest, {
    about: 'Form data. Other names are ignored (RFC 6749, section 3.2).',
    fields: {
      grant_type: 'Client credentials are the only grant.',
      client_id: 'Client ID.',
      client_secret: 'Client secret.',
      scope:
        'Space-delimited scopes. One scope that the client may not have refuses the request. Without `scope` the client ' +
        'gets all of its scopes.',
    },
    jsonSchema: { additionalProperties: true },
  }),
  Token: named(Token, {
    about: 'A bearer token.',
    fields: {
      access_token: 'Bearer token.',
      expires_in: 'Lifetime in seconds.',
      scope: 'Granted scopes, space delimited.',
      token_type: 'Always `bearer`.',
    },
  }),
}

export const tokens = { schemas, operations: {} }

/** A request of the token endpoint, its answer, and its refusals. */
export const tokenExamples = {
  request: example<TokenRequest>('reading', 'A token for reading transfers', {
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'transfer:read_transfer',
  }),
  success: example<Token>('reading', 'A token for reading transfers', {
    access_token: 'Xq3vN0sLr8mYdZk5TgB1wEoPcHjUa7F2iRyM4xVtQ6A',
    expires_in: 3599,
    scope: 'transfer:read_transfer',
    token_type: 'bearer',
  }),
  refused: example('scope', 'A scope that the client may not have', {
    error: 'invalid_scope',
    error_description: 'This client cannot have: exchange:write_order.',
  }),
  unknownClient: example('unknown', 'A wrong secret', {
    error: 'invalid_client',
    error_description: 'Unknown client or wrong secret.',
  }),
}
