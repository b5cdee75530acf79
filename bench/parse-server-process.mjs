import { createRequire } from 'node:module'
import { join } from 'node:path'

// parse-server-process.mjs FOLDER DATABASE_URL PORT runs the Parse Server that is installed in the folder, with a cloud
// function `practice` that does what a push of a saved tempo does. Prints "ready" when it listens.
const [folder = '', databaseUrl = '', port = '0'] = process.argv.slice(2)
const load = createRequire(join(folder, 'package.json'))
const { ParseServer } = load('parse-server')
const Parse = load('parse/node')
const express = load('express')

const CONNECTIONS = 20
const MAX_ROWS = 1000
const LIBRARY = ['Piece', 'Part', 'Practice']
const [TEXT, NUMBER] = [{ type: 'String' }, { type: 'Number' }]
const signedIn = { requiresAuthentication: true }

/** @param {string} targetClass */
const pointer = targetClass => ({ type: 'Pointer', targetClass })

/**
 * @param {string} className
 * @param {object} fields
 */
const ownedClass = (className, fields) => ({
  className,
  fields: { owner: pointer('_User'), ...fields },
  classLevelPermissions: { find: signedIn, get: signedIn, create: signedIn, update: signedIn },
})

const server = new ParseServer({
  appId: 'bench',
  masterKey: 'bench',
  serverURL: `http://127.0.0.1:${port}/parse`,
  databaseURI: `${databaseUrl}?max=${CONNECTIONS}`,
  // The cloud function reads and writes by function calls, not by HTTP requests to this server.
  directAccess: true,
  allowClientClassCreation: false,
  silent: true,
  logLevel: 'error',
  logsFolder: null,
  schema: {
    definitions: [
      ownedClass('Piece', { name: TEXT }),
      ownedClass('Part', { piece: pointer('Piece'), currentTempo: NUMBER, lastPracticed: NUMBER }),
      ownedClass('Practice', { piece: pointer('Piece'), part: pointer('Part'), tempo: NUMBER, at: NUMBER }),
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

/** @param {any} call */
async function practice({ user, params: { pieceId, partId, tempo, since } }) {
  const session = { sessionToken: user.getSessionToken() }
  const at = Date.now()
  // The update checks the part's access list: the part of another user is not found.
  const part = reference('Part', partId)
  const saved = part.save({ currentTempo: tempo, lastPracticed: at }, session)
  const piece = reference('Piece', pieceId)
  const entry = new Parse.Object('Practice', {
    owner: user,
    piece,
    part: reference('Part', partId),
    tempo,
    at,
  })
  entry.setACL(new Parse.ACL(user))
  await Promise.all([saved, entry.save(null, session)])
  const newer = (/** @type {string} */ className) =>
    new Parse.Query(className)
      .equalTo('owner', user)
      .greaterThan('updatedAt', new Date(since))
      .limit(MAX_ROWS)
      .find(session)
  const [pieces, parts, entries] = await Promise.all(LIBRARY.map(newer))
  return { pieces, parts, practice: entries }
}
Parse.Cloud.define('practice', practice, { requireUser: true })

await server.start()
const app = express().use('/parse', server.app)
app.listen(Number(port), '127.0.0.1', () => console.log('ready'))
