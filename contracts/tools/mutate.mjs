#!/usr/bin/env node
// Breaks the contracts in one place at a time and runs the tests: each mutant must be caught. It works in a copy, so the
// checkout stays as it is. `node contracts/tools/mutate.mjs [regular expression for "FILE: NAME" of mutants]`
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFoundry, foundryOptions } from './foundry.mjs'
import { version2 } from './mutants-v2.mjs'

/** [name, code, code instead]; the code must occur exactly once. */
const mutants = {
  'BountyEscrow.sol': [
    ['a reference posts again', 'if (id != 0) revert AlreadyPosted(id);', ''],
    ['references are shared by posters', 'idOf[msg.sender][ref] = id;', 'idOf[address(this)][ref] = id;'],
    ['ids skip', 'id = ++bountyCount;', 'bountyCount += 2; id = bountyCount;'],
    ['a refund may go to the escrow', '        _requireRecipient(refundTo);\n', ''],
    ['a bounty of nothing', 'amount == 0 || amount', 'amount'],
    ['an amount is cut', ' || amount > type(uint96).max', ''],
    ['a deadline may be now', 'deadline <= block.timestamp', 'deadline < block.timestamp'],
    ['a deadline may be any time ahead', ' || deadline > latest', ''],
    ['a deadline a second too far', 'deadline > latest', 'deadline > latest + 1'],
    ['what is owed is not counted', '        totalOpen += amount;\n', ''],
    ['the buyer is the poster', 'b.refundTo = refundTo;', 'b.refundTo = msg.sender;'],
    ['a short transfer is taken', 'if (received != amount)', 'if (received > amount)'],
    ['posting while paused', '        whenNotPaused\n', ''],
    [
      'post can be re-entered',
      '        external\n        nonReentrant\n        whenNotPaused',
      '        external\n        whenNotPaused',
    ],
    [
      'anyone releases',
      'external nonReentrant onlyOperator {\n        _requireRecipient',
      'external nonReentrant {\n        _requireRecipient',
    ],
    [
      'release can be re-entered',
      'external nonReentrant onlyOperator {\n        _requireRecipient',
      'external onlyOperator {\n        _requireRecipient',
    ],
    [
      'release waits for unpausing',
      'external nonReentrant onlyOperator {\n        _requireRecipient',
      'external nonReentrant onlyOperator whenNotPaused {\n        _requireRecipient',
    ],
    ['a contributor may be nobody', '        _requireRecipient(contributor);\n', ''],
    ['release at the end of grace', 'if (block.timestamp >= end)', 'if (block.timestamp > end)'],
    [
      'release has no grace',
      'uint256 end = uint256(b.deadline) + GRACE;',
      'uint256 end = uint256(b.deadline);',
    ],
    ['release has no end', 'if (block.timestamp >= end) revert TooLate(id, end);', ''],
    ['release pays the buyer', '_pay(contributor, amount);', '_pay(b.refundTo, amount);'],
    ['the contributor is not kept', '        b.contributor = contributor;\n', ''],
    [
      'anyone cancels',
      'cancel(uint256 id) external nonReentrant onlyOperator',
      'cancel(uint256 id) external nonReentrant',
    ],
    [
      'cancel can be re-entered',
      'cancel(uint256 id) external nonReentrant onlyOperator',
      'cancel(uint256 id) external onlyOperator',
    ],
    [
      'cancel waits for unpausing',
      'cancel(uint256 id) external nonReentrant onlyOperator',
      'cancel(uint256 id) external nonReentrant onlyOperator whenNotPaused',
    ],
    [
      'cancel pays the operator',
      'address refundTo = _bounties[id].refundTo;\n',
      'address refundTo = msg.sender;\n',
    ],
    ['cancel counts as refund', '_close(id, State.Cancelled)', '_close(id, State.Refunded)'],
    [
      'refund waits for unpausing',
      'refund(uint256 id) external nonReentrant',
      'refund(uint256 id) external nonReentrant whenNotPaused',
    ],
    ['refund can be re-entered', 'refund(uint256 id) external nonReentrant', 'refund(uint256 id) external'],
    [
      'refund is for operators',
      '(isOperator[msg.sender] ? 0 : GRACE);',
      'GRACE;\n        _requireOperator();',
    ],
    ['refund has no grace', '(isOperator[msg.sender] ? 0 : GRACE)', '0'],
    [
      'the payer refunds without grace',
      '(isOperator[msg.sender] ? 0 : GRACE)',
      '(isOperator[msg.sender] || msg.sender == b.refundTo ? 0 : GRACE)',
    ],
    ['an operator waits for grace', '(isOperator[msg.sender] ? 0 : GRACE)', 'GRACE'],
    ['refund a second early', 'if (block.timestamp < start)', 'if (block.timestamp + 1 < start)'],
    ['refund a second late', 'if (block.timestamp < start)', 'if (block.timestamp <= start)'],
    ['refund pays the caller', 'address refundTo = b.refundTo;', 'address refundTo = msg.sender;'],
    ['anyone sets operators', 'bool allowed) external onlyOwner', 'bool allowed) external'],
    ['operators cannot be removed', 'isOperator[operator] = allowed;', 'isOperator[operator] = true;'],
    ['anyone pauses', 'pause() external onlyOwner {\n        _pause', 'pause() external {\n        _pause'],
    ['anyone unpauses', 'unpause() external onlyOwner', 'unpause() external'],
    ['anyone sweeps', 'address to) external nonReentrant onlyOwner', 'address to) external nonReentrant'],
    [
      'sweep can be re-entered',
      'address to) external nonReentrant onlyOwner',
      'address to) external onlyOwner',
    ],
    ['sweep takes open bounties', 'if (address(token) == address(TOKEN)) amount -= totalOpen;', ''],
    ['sweep keeps back too much', 'if (address(token) == address(TOKEN)) amount', 'amount'],
    ['sweep to nowhere', '        _requireRecipient(to);\n', ''],
    ['a bounty ends twice', 'if (b.state != State.Open) revert NotOpen(id, b.state);', ''],
    ['an ended bounty ends again', 'if (b.state != State.Open)', 'if (b.state == State.None)'],
    ['an end is not kept', '        b.state = end;\n', ''],
    ['what is owed never falls', '        totalOpen -= amount;\n', ''],
    ['a token may take more', 'if (sent != amount)', 'if (sent < amount)'],
    ['the operator may be nobody', 'if (operator == address(0)) revert BadRecipient(operator);', ''],
    ['the token may be nothing', 'if (address(token).code.length == 0) revert BadToken(address(token));', ''],
  ],
  'BountyEscrowV2.sol': version2,
  'AnchorVerifier.sol': [
    ['any attestation', 'attestation.uid != uid || uid == 0', 'false'],
    ['no attestation at all', ' || uid == 0', ''],
    ['any schema', 'attestation.schema != SCHEMA', 'false'],
    ['any attester', 'attestation.attester != ATTESTER', 'false'],
    ['a revoked attestation', 'attestation.revocationTime != 0', 'false'],
    ['any leaf format', 'leafSpec != LEAF_TYPEHASH', 'false'],
    ['a proof of any length', 'proof.length > 32 || 2 ** proof.length >= 2 * uint256(leafCount)', 'false'],
    ['a proof one too long', '>= 2 * uint256(leafCount)', '>= 4 * uint256(leafCount)'],
    ['a proof one too short', '>= 2 * uint256(leafCount)', '>= uint256(leafCount)'],
    ['any leaf', '!MerkleProof.verifyCalldata(proof, root, leaf)', 'false'],
    [
      'a leaf hashed once',
      'keccak256(bytes.concat(keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields))))',
      'keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields))',
    ],
    ['a leaf without salt', 'FIELDS_TYPEHASH, salt, geohash6', 'FIELDS_TYPEHASH, geohash6'],
  ],
}

/** Which test contracts run against a mutant of a file: those of the other contracts cannot notice it. */
const ofVersion2 = 'V2|DailyLimit|Redirect'
const testsOf = {
  'BountyEscrow.sol': ['--no-match-contract', `SandboxUsdc|AnchorVerifier|${ofVersion2}`],
  'BountyEscrowV2.sol': ['--match-contract', ofVersion2],
  'AnchorVerifier.sol': ['--match-contract', 'AnchorVerifier'],
}

const filter = new RegExp(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'cairn-mutants-'))
let alive = 0
let tried = 0
try {
  cpSync(join(foundryOptions.cwd, 'contracts'), join(folder, 'contracts'), {
    recursive: true,
    filter: (path) => !/contracts\/(out|cache|generated|vendor)$/.test(path),
  })
  symlinkSync(join(foundryOptions.cwd, 'node_modules'), join(folder, 'node_modules'))
  if (runTests() !== 0) throw new Error('The tests fail without a mutant; nothing can be said about mutants.')
  for (const [file, list] of Object.entries(mutants)) {
    const path = join(folder, 'contracts/src', file)
    const original = readFileSync(path, 'utf8')
    for (const [name, code, instead] of list.filter(([name]) => filter.test(`${file}: ${name}`))) {
      if (original.split(code).length !== 2)
        throw new Error(`${file}: "${name}" must change exactly one place`)
      writeFileSync(path, original.replace(code, instead))
      tried++
      const caught = runTests(testsOf[file]) === 1
      if (!caught) alive++
      console.log(`${caught ? 'caught' : 'ALIVE '}  ${file}: ${name}`)
    }
    writeFileSync(path, original)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${tried - alive} of ${tried} mutants caught`)
process.exitCode = alive === 0 && tried > 0 ? 0 : 1

/** 0 when all tests pass, 1 when one fails; a mutant that does not compile is a mistake in the list above. */
function runTests(which = ['--no-match-contract', 'SandboxUsdc']) {
  // Gas is left out: a mutant must be caught for what it does, not for what it costs. Unoptimised and dynamically linked,
  // only the mutant itself is compiled anew; its warnings do not matter.
  const env = {
    ...foundryOptions.env,
    FORGE_SNAPSHOT_CHECK: 'false',
    FOUNDRY_INVARIANT_RUNS: '8',
    FOUNDRY_OPTIMIZER: 'false',
    FOUNDRY_DENY: 'never',
  }
  const args = ['test', '--dynamic-test-linking', '--fail-fast', ...which]
  const ran = spawnSync(findFoundry('forge'), args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const output = ran.stdout + ran.stderr
  if (!/Suite result/.test(output)) throw new Error(output)
  return ran.status
}
