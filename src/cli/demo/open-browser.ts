/** Opens an address in the user's browser. Without a desktop nothing happens: the address is also printed. */
export function openBrowser(address: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (Bun.which(command) === null) {
    process.stderr.write(
      `petstore: there is no ${command} to open a browser with; open the address of the console yourself\n`,
    );
    return;
  }
  Bun.spawn([command, address], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref();
}
