import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Validator } from '@seriousme/openapi-schema-validator'

// Run as a process of its own: generate-types.mjs OPENAPI_JSON TYPES_FILE. Fails where the document is no valid OpenAPI.
// openapi-typescript builds its output with the JavaScript interface of TypeScript, which version 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
const { default: openapiTypes, astToString } = await import('openapi-typescript')
const [source = '', target = ''] = process.argv.slice(2)
const openapi = JSON.parse(readFileSync(source, 'utf8'))
const checked = await new Validator().validate(structuredClone(openapi))
if (!checked.valid) throw new Error(`no valid OpenAPI: ${JSON.stringify(checked.errors)}`)
writeFileSync(target, astToString(await openapiTypes(openapi, { silent: true })))
