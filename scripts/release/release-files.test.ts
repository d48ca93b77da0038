import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { programVersion } from '../../src/lib/system/program-files.ts';
import { isReleaseVersion, readAudit, releaseNotes } from './release-files.ts';

// tests/long/release.test.ts packs, compares and checks whole releases.

describe('the release notes', () => {
  const changelog =
    '# Changelog\n\n## Not released\n\nNew.\n\n## 1.1.0 (2026-12-01)\n\nOne.\n\n### Fixed\n\n- Two.\n\n## 1.1\n\n### Added\n\n- Three.\n';
  const rest = '\n\nEverything that has changed is in [CHANGELOG.md](CHANGELOG.md).\n';

  test('are the summary of the version, and a link to the rest', () => {
    expect(releaseNotes(changelog, '1.1.0')).toBe(`One.${rest}`);
    expect(releaseNotes(changelog, 'Not released')).toBe(`New.${rest}`);
    const own = readFileSync('CHANGELOG.md', 'utf8');
    const [, newest = ''] = /^## (Not released|\S+)/m.exec(own) ?? [];
    expect(releaseNotes(own, newest)).toEndWith(rest);
  });

  test('must be there', () => {
    expect(() => releaseNotes(changelog, '1.2.0')).toThrow('CHANGELOG.md has no section "## 1.2.0"');
    expect(() => releaseNotes(changelog, '1.1')).toThrow('must begin with a summary of 1 to 15 lines');
  });
});

test('the version is that of a release exactly if CHANGELOG.md has a section for it', () => {
  const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S*)/gm)].map(([, version]) => version);
  expect(released).toContain('1.0.0');
  expect([programVersion, isReleaseVersion(programVersion)]).toEqual([programVersion, released[0] === programVersion]);
});

test('an audit that the registry does not answer is no audit without findings', () => {
  expect(readAudit(0, '{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ kind: 'none' });
  expect(readAudit(1, '{"auditReportVersion":2,"vulnerabilities":{"x":{}}}')).toMatchObject({ kind: 'found' });
  expect(readAudit(1, '{"message":"405 Method Not Allowed","error":{}}')).toEqual({
    kind: 'unanswered',
    reason: '405 Method Not Allowed',
  });
  expect(readAudit(1, '')).toEqual({ kind: 'unanswered', reason: 'no answer' });
});
