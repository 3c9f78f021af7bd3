// A Vault server of one process for tests: its core, HTTP interface, transit and KV engines and file audit
// device, with storage in memory, and none of its other plugins. Usage: vault-server ADDRESS [CERTIFICATE KEY]
package main

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	log "github.com/hashicorp/go-hclog"
	kv "github.com/hashicorp/vault-plugin-secrets-kv"
	"github.com/hashicorp/vault/audit"
	"github.com/hashicorp/vault/builtin/logical/transit"
	vaulthttp "github.com/hashicorp/vault/http"
	"github.com/hashicorp/vault/internalshared/configutil"
	"github.com/hashicorp/vault/sdk/helper/consts"
	"github.com/hashicorp/vault/sdk/logical"
	"github.com/hashicorp/vault/sdk/physical/inmem"
	"github.com/hashicorp/vault/vault"
	"github.com/hashicorp/vault/version"
)

type builtins map[string]logical.Factory

func (b builtins) Contains(name string, kind consts.PluginType) bool {
	_, found := b[name]
	return found && kind == consts.PluginTypeSecrets
}

func (b builtins) Get(name string, kind consts.PluginType) (func() (interface{}, error), bool) {
	if !b.Contains(name, kind) {
		return nil, false
	}
	return func() (interface{}, error) { return b[name], nil }, true
}

func (b builtins) Keys(kind consts.PluginType) (names []string) {
	for name := range b {
		if b.Contains(name, kind) {
			names = append(names, name)
		}
	}
	return names
}

func (b builtins) DeprecationStatus(name string, kind consts.PluginType) (consts.DeprecationStatus, bool) {
	return consts.Supported, b.Contains(name, kind)
}

func (b builtins) IsBuiltinEntPlugin(string, consts.PluginType) bool { return false }

func run(arguments []string) error {
	logger := log.New(&log.LoggerOptions{Level: log.Warn, Output: os.Stderr})
	storage, err := inmem.NewInmem(nil, logger)
	if err != nil {
		return err
	}
	engines := builtins{"kv": kv.Factory, "transit": transit.Factory}
	core, err := vault.NewCore(&vault.CoreConfig{
		Physical:        storage,
		StorageType:     "inmem",
		Logger:          logger,
		DisableMlock:    true,
		LogicalBackends: engines,
		BuiltinRegistry: engines,
		AuditBackends:   map[string]audit.Factory{"file": audit.NewFileBackend},
		RedirectAddr:    "http://" + arguments[0],
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", arguments[0])
	if err != nil {
		return err
	}
	if len(arguments) > 1 {
		certificate, err := tls.LoadX509KeyPair(arguments[1], arguments[2])
		if err != nil {
			return err
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}})
	}
	handler := vaulthttp.Handler.Handler(&vault.HandlerProperties{
		Core:           core,
		ListenerConfig: &configutil.Listener{Type: "tcp", Address: arguments[0]},
	})
	fmt.Println("Vault", strings.TrimSpace(version.GetVersion().FullVersionNumber(false)), "on", listener.Addr())
	return http.Serve(listener, handler)
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
