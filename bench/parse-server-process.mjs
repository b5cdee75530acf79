import { createRequire } from 'node:module'
import { join } from 'node:path'

// A process of its own, as a server is: parse-server-process.mjs FOLDER DATABASE_URL PORT runs Parse Server, which is
// installed in the folder, with a cloud function `practice` that does what a push of a saved tempo does. Prints "ready" when it
// listens.
const [folder = '', databaseUrl = '', port = '0'] = process.argv.slice(2)
const load = createRequire(join(folder, 'package.json'))
const { ParseServer } = load('parse-server')
const Parse = load('parse/node')
const express = load('express')

const CONNECTIONS = 20
const MOST_ROWS = 1000
const LIBRARY = ['Piece', 'Part', 'Practice']
const owned = { owner: { type: 'Pointer', targetClass: '_User' } }
const signedIn = { requiresAuthentication: true }
const permissions = { find: signedIn, get: signedIn, create: signedIn, update: signedIn }
const serverURL = `http://127.0.0.1:${port}/parse`

const server = new ParseServer({
  appId: 'bench',
  masterKey: 'bench',
  serverURL,
  databaseURI: `${databaseUrl}?max=${CONNECTIONS}`,
  // The cloud function's reads and writes are calls within the process, not requests to itself.
  directAccess: true,
  allowClientClassCreation: false,
  silent: true,
  logLevel: 'error',
  logsFolder: null,
  schema: {
    definitions: [
      {
        className: 'Piece',
        fields: { ...owned, name: { type: 'String' } },
        classLevelPermissions: permissions,
      },
      {
        className: 'Part',
        fields: {
          ...owned,
          piece: { type: 'Pointer', targetClass: 'Piece' },
          currentTempo: { type: 'Number' },
          lastPracticed: { type: 'Number' },
        },
        classLevelPermissions: permissions,
      },
      {
        className: 'Practice',
        fields: {
          ...owned,
          piece: { type: 'Pointer', targetClass: 'Piece' },
          part: { type: 'Pointer', targetClass: 'Part' },
          tempo: { type: 'Number' },
          at: { type: 'Number' },
        },
        classLevelPermissions: permissions,
      },
    ],
    keepUnknownIndexes: true,
  },
})

/**
 * @param {string} className
 * @param {string} id
 */
function reference(className, id) {
  const object = new Parse.Object(className)
  object.id = id
  return object
}

Parse.Cloud.define(
  'practice',
  async (/** @type {any} */ { user, params: { pieceId, partId, tempo, since } }) => {
    const as = { sessionToken: user.getSessionToken() }
    const at = Date.now()
    // The access list of the part is a condition of the update: that of somebody else is not found.
    const part = reference('Part', partId)
    const saved = part.save({ currentTempo: tempo, lastPracticed: at }, as)
    const entry = new Parse.Object('Practice', {
      owner: user,
      piece: reference('Piece', pieceId),
      part: reference('Part', partId),
      tempo,
      at,
    })
    entry.setACL(new Parse.ACL(user))
    await Promise.all([saved, entry.save(null, as)])
    const newer = (/** @type {string} */ className) =>
      new Parse.Query(className)
        .equalTo('owner', user)
        .greaterThan('updatedAt', new Date(since))
        .limit(MOST_ROWS)
        .find(as)
    const [pieces, parts, practice] = await Promise.all(LIBRARY.map(newer))
    return { pieces, parts, practice }
  },
  { requireUser: true },
)

await server.start()
const app = express().use('/parse', server.app)
app.listen(Number(port), '127.0.0.1', () => console.log('ready'))
